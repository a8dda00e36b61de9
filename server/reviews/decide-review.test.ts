import { expect, test } from 'vitest'
import { dayLater, decideAnswer, decideBegin, decideDue, decideLine, decideStep, type LineState, type LineStands, stateBySilence } from './decide-review'

const began = new Date('2026-01-01T00:00:00.000Z')
const at = (days: number, ms = 0) => new Date(dayLater(began, days).getTime() + ms)

test.each([
  ['a millisecond before it is due', at(90, -1), {}, false], ['when it is due', at(90), {}, true], ['after', at(200), {}, true],
  ['while one is open', at(200), { isOpen: true }, false], ['in a frozen tenant', at(200), { tenantFrozen: true }, false],
  ['where nobody ever held anything', at(200), { last: null }, false], ['where none was yet, from when somebody first held something', at(90), { last: null, first: began }, true], ['where none was yet, too early', at(90, -1), { last: null, first: began }, false],
])('a place is looked at anew 90 days after it last was: %s', (_says, now, of, due) => {
  expect(decideDue({ last: began, first: null, isOpen: false, tenantFrozen: false, ...of }, 90, now)).toBe(due)
})
test('one is begun by hand where none is open, and not in a frozen tenant', () => {
  expect(decideBegin({ tenantFrozen: false, isOpen: false })).toEqual({ ok: true })
  expect(decideBegin({ tenantFrozen: false, isOpen: true })).toEqual({ ok: false, refusal: 'already_open' })
  expect(decideBegin({ tenantFrozen: true, isOpen: true })).toEqual({ ok: false, refusal: 'tenant_frozen' })
})

const review = { deadline: at(14), closedAt: null }
test.each([
  ['a millisecond before the deadline', review, false, at(14, -1), null], ['at the deadline', review, false, at(14), 'review_over'], ['after it', review, false, at(15), 'review_over'],
  ['in one that is closed', { ...review, closedAt: at(14) }, false, at(1), 'review_over'], ['in a frozen tenant, whatever the hour', review, true, at(15), 'tenant_frozen'], ['in none', null, true, at(1), 'not_found'],
])('somebody decides until the deadline: %s', (_says, of, frozen, now, refusal) => {
  expect(decideAnswer(of, frozen, now)).toEqual(refusal === null ? { ok: true } : { ok: false, refusal })
})

const line = (of: Partial<LineStands> = {}): LineStands => ({ state: 'open', person: 'lin', asked: 'tenant', ...of })
const ada = { by: 'ada', holds: false, onPlatform: false }
const over: LineState[] = ['gone', 'spared', 'ended']
test.each([
  ['what is open is kept', line(), 'keep', ada, 'changes'], ['what is open is ended', line(), 'end', ada, 'changes'],
  ['what is kept is ended after all', line({ state: 'kept' }), 'end', ada, 'changes'], ['what is kept is kept again', line({ state: 'kept' }), 'keep', ada, 'same'], ['what is ended is ended again', line({ state: 'ended' }), 'end', ada, 'same'],
  ...over.map((state) => [`what is ${state} is not kept`, line({ state }), 'keep', ada, 'is_over'] as const), ['what is gone is not ended', line({ state: 'gone' }), 'end', ada, 'is_over'],
  ['nobody keeps their own', line({ person: 'ada' }), 'keep', ada, 'own_access'], ['nor ends it here', line({ person: 'ada' }), 'end', ada, 'own_access'], ['nor a group’s, by which they hold something', line({ person: null }), 'keep', { ...ada, holds: true }, 'own_access'],
  ['the platform decides what it is asked', line({ asked: 'platform' }), 'keep', { ...ada, onPlatform: true }, 'changes'], ['and nothing else of a tenant’s', line(), 'keep', { ...ada, onPlatform: true }, 'not_asked'],
  ['the tenant decides what the platform is asked, too', line({ asked: 'platform' }), 'end', ada, 'changes'], ['what is not there', null, 'end', ada, 'line_unknown'],
  ['one’s own comes before being asked', line({ person: 'ada' }), 'keep', { ...ada, onPlatform: true }, 'own_access'], ['and before what is over', line({ person: 'ada', state: 'ended' }), 'keep', ada, 'own_access'],
] as const)('%s', (_says, of, word, by, came) => {
  const decision = decideLine(of, word, by)
  expect(decision).toEqual(came === 'changes' || came === 'same' ? { ok: true, changes: came === 'changes' } : { ok: false, refusal: came })
})

const stands = { beganAt: began, deadline: at(14), tenantFrozen: false }
test.each([
  ['when it begins', at(0), [], 'begun'], ['once', at(1), ['begun'], null], ['a millisecond before half time', at(7, -1), ['begun'], null], ['at half time', at(7), ['begun'], 'half'], ['once', at(8), ['begun', 'half'], null],
  ['a millisecond before the last day', at(13, -1), ['begun', 'half'], null], ['a day before', at(13), ['begun', 'half'], 'day'], ['where nobody ran until then, that alone', at(13), [], 'day'], ['a millisecond before the deadline', at(14, -1), ['begun', 'half', 'day'], null],
  ['at the deadline', at(14), ['begun', 'half', 'day'], 'close'], ['where nobody ran until then', at(400), [], 'close'],
])('what a review needs: %s', (_says, now, told, step) => {
  expect(decideStep({ ...stands, told }, now)).toBe(step)
})
test('in a frozen tenant nobody is told and nothing ends: the deadline moves before it comes', () => {
  const frozen = { ...stands, tenantFrozen: true, told: [] }
  expect([at(0), at(7), at(13, -1), at(13), at(14), at(30)].map((now) => decideStep(frozen, now))).toEqual([null, null, null, 'postpone', 'postpone', 'postpone'])
})
test('what nobody kept is ended, or was over; the last admin stays; anything else is a fault', () => {
  expect([null, 'already_ended', 'not_found', 'last_admin'].map(stateBySilence)).toEqual(['ended', 'gone', 'gone', 'spared'])
  for (const refusal of ['tenant_frozen', 'held_by_group']) expect(() => stateBySilence(refusal)).toThrow(refusal)
})
