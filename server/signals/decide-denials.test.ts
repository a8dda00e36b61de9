import { expect, test } from 'vitest'
import { deniedMost, deniedWithinMs, hoursOfManyDenials } from './decide-denials'

const every = (count: number, ms: number, from = 0) => Array.from({ length: count }, (_, at) => from + at * ms)
const cases: [says: string, times: number[], many: boolean][] = [
  ['none', [], false],
  ['fifty at one moment', every(deniedMost, 0), false],
  ['fifty-one at one moment', every(deniedMost + 1, 0), true],
  ['fifty-one, the last a millisecond before the minute is over', [...every(deniedMost, 0), deniedWithinMs - 1], true],
  ['fifty-one, the last when the minute is over', [...every(deniedMost, 0), deniedWithinMs], false],
  ['one a second, for an hour', every(3_600, 1_200), false],
  ['a flood after a quiet hour', [...every(10, 360_000), ...every(deniedMost + 1, 10, 3_600_000)], true],
]
test.each(cases)('%s', (_says, times, many) => { expect(hoursOfManyDenials(times).length > 0).toBe(many) })
test('each hour with too many is told of with how many they were, and what crosses into the next hour is of that in which it became too many', () => {
  const hour = 3_600_000
  const crossing = every(deniedMost + 1, 400, hour - 10_000)
  expect(hoursOfManyDenials([...every(60, 10), ...crossing, ...every(70, 10, 5 * hour)])).toEqual([{ hour: 0, times: 85 }, { hour, times: 51 }, { hour: 5 * hour, times: 70 }])
  expect(hoursOfManyDenials(crossing)).toEqual([{ hour, times: 51 }])
})
