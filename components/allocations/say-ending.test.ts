import { expect, test } from 'vitest'
import type { AllocationUse } from '~/server/allocations/use'
import { type Ending, sayEnding, sayUse } from './say-ending'

const names = { p: 'Ada Aurora' }
const nobody: Ending = { person: null, because: null }
test.each([
  ['released', { person: 'p', because: null }, 'Ada Aurora released it.'], ['released', { person: 'gone', because: null }, 'Somebody who is no longer here released it.'], ['withdrawn', { person: 'p', because: null }, 'Ada Aurora took it back before it was answered.'], ['withdrawn', { person: 'p', because: 'no_room' }, 'Ada Aurora took it back while it waited for room.'], ['withdrawn', nobody, 'Whoever asked for it took it back before it was answered.'],
  ['refused', nobody, 'Somebody whose yes it needed said no.'], ['expired', nobody, 'Its time was over.'], ['failed', { person: null, because: 'reported' }, 'Its cluster said that it failed.'], ['failed', { person: null, because: 'phantom' }, 'It was nowhere to be found on its cluster.'],
  ['failed', { person: null, because: 'region_not_allowed' }, 'It ran where it may not.'], ['failed', nobody, 'It failed.'], ['preempted', nobody, 'Something more urgent took its place.'], ['refused', { person: null, because: 'turn_refused' }, 'It was not allowed any more when its turn came.'], ['reclaimed', nobody, 'It was taken back.'],
  ['waiting', nobody, null], ['held', nobody, null], ['admitted', nobody, null], ['running', nobody, null],
] as const)('what is %s by %j: %s', (state, ending, says) => { expect(sayEnding({ state, admittedAt: '2026-11-21T12:00:00.000Z', burst: false }, ending, names)).toBe(says) })
test('what was lent is not said to have lost its place to something more urgent', () => { expect(sayEnding({ state: 'preempted', admittedAt: '2026-11-21T12:00:00.000Z', burst: true }, nobody, names)).toBe('What it had was lent, and was taken back.') })
test('what ran out before it was let in was not answered, or there was no room', () => {
  const ended = (because: Ending['because']) => sayEnding({ state: 'expired', admittedAt: null, burst: false }, { person: null, because }, names)
  expect([ended(null), ended('no_room')]).toEqual(['Nobody answered in time.', 'There was no room for it in its time.'])
})

const use = (more: Partial<AllocationUse> = {}): AllocationUse => ({ pods: 1, gpuUse: null, cpuUse: null, memoryUse: null, reportedAt: null, ...more })
test.each([
  ['running', null, use(), 13, true, '1.3 %'], ['running', null, use(), 0, true, '0.0 %'], ['running', null, use(), null, false, '— It has none.'], ['running', null, use(), null, true, '— Its cluster does not measure it.'],
  ['running', null, use({ pods: 0 }), null, true, '— Its cluster says nothing of it.'], ['admitted', null, use({ pods: 0 }), null, true, '— It does not run yet.'], ['failed', '2026-11-21T12:00:00.000Z', use({ pods: 0 }), null, true, '— It is over.'],
] as const)('%s, ended %s, %j, %s of what it has (%s): %s', (state, endedAt, of, share, has, says) => { expect(sayUse({ state, endedAt }, of, share, has)).toBe(says) })
