import { expect, test } from 'vitest'
import { decideGiven, failureOf, pauseAfter, type ToGive } from './decide-witness'

test.each<[string, number | null, number, ToGive]>([
  ['a new witness, nothing sealed', null, 0, null], ['a new witness', null, 7, { give: 'latest', since: 6 }], ['one that has all', 7, 7, null], ['one that has some', 4, 7, { give: 'all_since', since: 4 }],
  ['one that has more than there is', 8, 7, { failure: 'went_back' }], ['one that has some where nothing is', 1, 0, { failure: 'went_back' }],
])('%s', (_says, held, signed, given) => expect(decideGiven(held === null ? null : { size: held }, signed)).toEqual(given))
test('it is tried again later and later, and at least once a minute', () => {
  expect([1, 2, 3, 6, 7, 100].map(pauseAfter)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000])
})
test.each([[200, null], [204, null], [301, 'not_taken'], [404, 'not_taken'], [500, 'not_taken']] as const)('an answer of %s is %s', (status, failure) => expect(failureOf({ status })).toBe(failure))
test('what kept it from being posted is why', () => expect(failureOf({ failed: 'timed_out' })).toBe('timed_out'))
