import { expect, test } from 'vitest'
import { decideAskingAbove, decideTelling, type TellingState } from './decide-telling'

const hour = 3_600_000
const at = new Date('2026-03-01T12:00:00Z')
const after = (hours: number) => new Date(at.getTime() + hours * hour)
const week: TellingState = { state: 'open', isAsked: false, requestedAt: at, deadline: after(7 * 24), told: [] }
test.each<[string, Partial<TellingState>, number, string[], string | null]>([
  ['when it is asked', {}, 0, ['opened'], 'opened'], ['not again', { told: ['opened'] }, 83.9, [], null], ['at half of its time', { told: ['opened'] }, 84, ['half'], 'half'], ['a day before the end', { told: ['opened', 'half'] }, 144, ['day'], 'day'],
  ['and not a moment earlier', { told: ['opened', 'half'] }, 143.999, [], null], ['of what nobody looked at for a while, once, as of the last', {}, 150, ['opened', 'half', 'day'], 'day'],
  ['nothing while a question waits', { isAsked: true }, 150, [], null], ['nothing of what is decided', { state: 'refused' }, 150, [], null], ['nothing more at the end', { told: ['opened', 'half', 'day'] }, 168, [], null],
  ['of what has a day, no day before', { deadline: after(24), told: ['opened'] }, 20, ['half'], 'half'],
])('told %s', (_says, more, hours, due, tell) => { expect(decideTelling({ ...week, ...more }, after(hours))).toEqual({ due, tell }) })

const one = { anyOf: [{ of: ['tenant_admin'], count: 2 }], factor: 'passkey' } as const
test('a day before its end the platform’s approvers are asked beside the tenant’s people: as many as before, of more', () => {
  expect(decideAskingAbove('tenant', one)).toEqual({ rule: { ...one, anyOf: [{ of: ['tenant_admin'], count: 2 }, { of: ['tenant_admin', 'approver'], count: 2 }] }, askedRoles: ['tenant_admin', 'approver'] })
  expect(decideAskingAbove('platform', one)).toBeNull()
  expect(decideAskingAbove('tenant', { ...one, anyOf: [{ of: ['tenant_admin', 'approver'], count: 2 }] })).toBeNull()
})
