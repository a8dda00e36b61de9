import { expect, test } from 'vitest'
import { areManyDenials, deniedMost, deniedWithinMs } from './decide-denials'

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
test.each(cases)('%s', (_says, times, many) => { expect(areManyDenials(times)).toBe(many) })
