import { expect, test } from 'vitest'
import { askedLeast, hoursLeast, isUnusual } from './decide-unusual'

const hours = (count: number, times: number) => Array.from({ length: count }, () => times)
const cases: [says: string, now: number, before: number[], unusual: boolean][] = [
  ['nine and nine tenths as much', 99, hours(48, 10), false],
  ['exactly ten times as much', 100, hours(48, 10), false],
  ['ten and a tenth as much', 101, hours(48, 10), true],
  ['much, of what is known for a day less an hour', 1_000, hours(hoursLeast - 1, 10), false],
  ['much, of what is known for a day', 1_000, hours(hoursLeast, 10), true],
  ['next to nothing, where there was nothing', askedLeast - 1, hours(48, 0), false],
  ['something, where there was nothing', askedLeast, hours(48, 0), true],
  ['a busy hour among quiet ones is part of what is usual', 100, [...hours(47, 0), 480], false],
]
test.each(cases)('%s', (_says, now, before, unusual) => { expect(isUnusual(now, before)).toBe(unusual) })
