import { expect, test } from 'vitest'
import { type BeginState, daysMost, decideBegin, decideEnd, type EndState } from './decide-delegation'
import { delegationRefusals } from './delegation.refusals'

const now = new Date('2026-03-01T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000)
const begins: [says: string, state: Partial<BeginState>, days: number, expected: string][] = [
  ['to a member', {}, 7, 'ok'], ['to the last millisecond of a month', {}, daysMost, 'ok'], ['to an admin', { held: ['tenant_admin'] }, 7, 'ok'],
  ['in a frozen tenant', { tenantFrozen: true, person: null }, 99, 'tenant_frozen'], ['for longer', { person: null }, daysMost + 0.001, 'until_not_possible'], ['until now', {}, 0, 'until_not_possible'],
  ['to oneself', { person: 'giver', held: [] }, 7, 'own_delegate'], ['to nobody', { person: null, held: [] }, 7, 'person_unknown'], ['to somebody of elsewhere', { held: [] }, 7, 'person_unknown'],
  ['to an auditor who is a member, too', { held: ['developer', 'auditor'], delegates: true }, 7, 'audits'], ['to a second', { delegates: true }, 7, 'already_delegated'],
]
test.each(begins)('%s', (_says, state, days, expected) => {
  expect(decideBegin({ tenantFrozen: false, person: 'other', held: ['developer'], delegates: false, now, ...state }, { until: inDays(days), by: 'giver' })).toEqual(expected === 'ok' ? { ok: true, delegate: 'other' } : { ok: false, refusal: expected })
})
const it = { giver: 'giver', delegate: 'other', isOver: false }
const ends: [says: string, state: EndState, by: string, runsIt: boolean, expected: string][] = [
  ['by whoever is away', it, 'giver', false, 'ok'], ['by the delegate', it, 'other', false, 'ok'], ['by an admin', it, 'admin', true, 'ok'], ['by another delegate', it, 'third', false, 'not_yours'],
  ['one that is over', { ...it, isOver: true }, 'giver', false, 'already_ended'], ['none', null, 'admin', true, 'not_found'],
]
test.each(ends)('ended: %s', (_says, state, by, runsIt, expected) => { expect(decideEnd(state, { by, runsIt })).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected }) })
test('every refusal has a case', () => {
  const seen = new Set([...begins.map(([, , , expected]) => expected), ...ends.map(([, , , , expected]) => expected)])
  expect(Object.keys(delegationRefusals).filter((name) => !seen.has(name))).toEqual([])
})
