import { expect, test } from 'vitest'
import { decideEndException, decideExcept, exceptionDaysMost, exceptionHolds, type ExceptState, isCovered } from './decide-exception'

const now = new Date('2026-03-01T00:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const dayMs = 86_400_000
const state: ExceptState = { violation: { ended: false, contained: false, regions: ['us-1', 'us-2'] }, ownerKnown: true, standing: [], now }
const of = (more: object) => ({ violation: { ended: false, contained: false, regions: ['us-1', 'us-2'], ...more } })
const cases: [says: string, of: Partial<ExceptState>, ms: number, expected: string | boolean][] = [
  ['until now', {}, 0, 'until_not_possible'], ['until a moment later', {}, 1, false], ['a moment less than can be', {}, exceptionDaysMost * dayMs - 1, false], ['as long as can be', {}, exceptionDaysMost * dayMs, false],
  ['a moment longer', { ownerKnown: false }, exceptionDaysMost * dayMs + 1, 'until_not_possible'], ['of none', { violation: null }, 0, 'violation_unknown'], ['of one that is over', of({ ended: true, contained: true }), 0, 'violation_over'],
  ['of one that is being contained', of({ contained: true, regions: [] }), 0, 'being_contained'], ['of other regions', of({ regions: ['us-1'] }), 0, 'changed_meanwhile'], ['by nobody who answers', { ownerKnown: false, standing: [{ until: after(dayMs), same: true }] }, dayMs, 'owner_unknown'],
  ['word for word again', { standing: [{ until: after(dayMs), same: true }] }, dayMs, true], ['that ends sooner than what stands', { standing: [{ until: after(dayMs), same: false }] }, dayMs, 'already_excepted'], ['that ends later than what stands', { standing: [{ until: after(dayMs), same: false }] }, dayMs + 1, false],
]
test.each(cases)('an exception %s', (_says, more, ms, expected) => {
  const decision = decideExcept({ ...state, ...more }, { regions: ['us-2', 'us-1'], until: after(ms) })
  expect(decision.ok ? decision.repeats : decision.refusal).toBe(expected)
})
test('it holds until its end and not in that moment, and not when it was ended', () => {
  expect([-1, 0, 1].map((ms) => exceptionHolds({ until: now, endedAt: null }, after(ms)))).toEqual([true, false, false])
  expect(exceptionHolds({ until: after(dayMs), endedAt: now }, now)).toBe(false)
  expect([decideEndException(null, now), decideEndException({ until: now, endedAt: null }, now), decideEndException({ until: after(1), endedAt: null }, now)]).toMatchObject([{ refusal: 'exception_unknown' }, { refusal: 'exception_over' }, { ok: true }])
})
test('it covers its own work, or all, and nothing that is in one region more', () => {
  expect([isCovered({ work: 'w', regions: ['us-1'] }, { work: 'w', regions: ['us-1'] }), isCovered({ work: null, regions: ['us-1', 'us-2'] }, { work: 'v', regions: ['us-1'] })]).toEqual([true, true])
  expect([isCovered({ work: 'w', regions: ['us-1'] }, { work: 'v', regions: ['us-1'] }), isCovered({ work: 'w', regions: ['us-1'] }, { work: 'w', regions: ['us-1', 'us-2'] })]).toEqual([false, false])
})
