import { expect, test } from 'vitest'
import { decideGiven, decideSet, failureOf, isAskedAgain, type KnownWitness, pauseAfter, type SetWitness, type ToGive } from './decide-witness'

test.each<[string, number | null, number, ToGive, (boolean | null)?, number?]>([
  ['one that was given some and holds nothing', null, 7, { failure: 'lost' }, null, 4], ['one that holds nothing where nothing is', null, 0, { failure: 'lost' }, null, 4], ['one that holds what it was given', 4, 7, { give: 'all_since', since: 4 }, true, 4],
  ['a new witness, nothing sealed', null, 0, null], ['a new witness', null, 7, { give: 'latest', since: 6 }], ['one that has all', 7, 7, null], ['one that has some', 4, 7, { give: 'all_since', since: 4 }],
  ['one that has more than there is', 8, 7, { failure: 'went_back' }], ['one that has some where nothing is', 1, 0, { failure: 'went_back' }],
  ['one that has what the log begins with', 4, 7, { give: 'all_since', since: 4 }, true], ['one that has another past', 4, 7, { failure: 'goes_on_otherwise' }, false], ['one that has as much, of another past', 7, 7, { failure: 'goes_on_otherwise' }, false],
])('%s', (_says, held, signed, given, begins = null, before = 0) => expect(decideGiven(held === null ? null : { size: held }, signed, begins, before)).toEqual(given))
test('it is tried again later and later, and at least once a minute', () => {
  expect([1, 2, 3, 6, 7, 100].map(pauseAfter)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000])
})
test.each([[200, null], [204, null], [301, 'not_taken'], [404, 'not_taken'], [500, 'not_taken']] as const)('an answer of %s is %s', (status, failure) => expect(failureOf({ status })).toBe(failure))
test('what kept it from being posted is why', () => expect(failureOf({ failed: 'timed_out' })).toBe('timed_out'))

const [here, there]: SetWitness[] = [{ kind: 'directory', place: 'a', name: '/here' }, { kind: 'directory', place: 'b', name: '/there' }] as const
const [directory, address]: KnownWitness[] = [{ kind: 'directory', place: 'a', endedAt: null }, { kind: 'address', place: 'c', endedAt: null }] as const
const gone = { ...directory, endedAt: new Date(0) } as KnownWitness
const nothing = { ends: [], begins: [], resumes: [], named: [] }
test.each<[string, (KnownWitness | undefined)[], (SetWitness | undefined)[], Partial<ReturnType<typeof decideSet>>]>([
  ['nothing is set, and nothing was', [], [], {}], ['one is set for the first time', [], [here as SetWitness], { begins: [here as SetWitness] }], ['it is as it was', [directory], [here], {}],
  ['it is set no more', [directory, address], [here], { ends: [address as KnownWitness] }], ['it was set no more before', [gone], [], {}],
  ['another is set', [directory], [there], { ends: [directory as KnownWitness], begins: [there as SetWitness] }], ['it is set again', [gone], [here], { resumes: [here as SetWitness] }],
  ['it was there before it had a place', [{ kind: 'directory', place: '', endedAt: null }], [here], { named: [here as SetWitness] }],
  ['it was there before it had a place, and is set no more', [{ kind: 'directory', place: '', endedAt: null }], [], { ends: [{ kind: 'directory', place: '', endedAt: null }] }],
])('who is set: %s', (_says, known, set, comes) => expect(decideSet(known as KnownWitness[], set as SetWitness[])).toEqual({ ...nothing, ...comes }))
test('an address is asked what it holds when a process begins, and after an hour', () => {
  expect([isAskedAgain(null, 0), isAskedAgain(1_000, 3_600_999), isAskedAgain(1_000, 3_601_000), isAskedAgain(1_000, 3_601_001)]).toEqual([true, false, true, true])
})
