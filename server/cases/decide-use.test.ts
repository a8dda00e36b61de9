import { expect, test } from 'vitest'
import { gapMs, idleMost, inflationMs, judgeUse, lookOn, lowBelow, type Reading, type Standing, squattingMs } from './decide-use'

const stepMs = 10_000
/** What stands after looks of so much use, ten seconds apart, the first at nought; null is that nobody said. */
function after(uses: readonly (number | null)[], stepsApart = stepMs): Standing | null {
  return uses.reduce<Standing | null>((before, use, at) => lookOn(before, { use, at: at * stepsApart }, at * stepsApart), null)
}
const steps = (ms: number, use: number | null) => Array.from({ length: ms / stepMs + 1 }, () => use)
const judged = (standing: Standing | null, isReserved = false) => standing && judgeUse(standing, isReserved)
const [squatting, inflation] = ['allocations.squatting', 'allocations.inflation']

test.each<[says: string, uses: (number | null)[], kind: string | null]>([
  ['unused for half an hour', steps(squattingMs, 0), squatting],
  ['unused for half an hour less one look', steps(squattingMs - stepMs, 0), null],
  ['unused for half an hour but for spikes of one in a hundred', steps(squattingMs, 0).map((use, at) => (at % 7 === 0 ? 10 : use)), squatting],
  ['as little as is still nothing', steps(squattingMs, idleMost), squatting],
  ['a thousandth more than nothing', steps(squattingMs, idleMost + 1), null],
  ['9.9 % for an hour', steps(inflationMs, lowBelow - 1), null],
  ['9.9 % for more than an hour', steps(inflationMs + stepMs, lowBelow - 1), inflation],
  ['10 % for two hours', steps(2 * inflationMs, lowBelow), null],
  ['9.9 % for two hours, and once 10 % in the middle', [...steps(inflationMs, 99), 100, ...steps(inflationMs, 99)], null],
  ['unused for two hours, and nobody said how much for one look in the middle', [...steps(squattingMs - stepMs, 0), null, ...steps(squattingMs - stepMs, 0)], null],
  ['never heard of', steps(2 * inflationMs, null), null],
])('%s', (_says, uses, kind) => { expect(judged(after(uses))).toBe(kind) })

test('what was heard too long ago, and what was not looked at for too long, is not known', () => {
  expect(after([0, 0, 0], gapMs)).toMatchObject({ idleSince: 0 })
  expect(after([0, 0, 0], gapMs + 1)).toMatchObject({ idleSince: 2 * (gapMs + 1) })
  const reading = (at: number): Reading => ({ use: 0, at })
  expect(lookOn(null, reading(0), gapMs)).not.toBeNull()
  expect(lookOn(null, reading(0), gapMs + 1)).toBeNull()
})
test('what is reserved was paid for', () => {
  expect(judged(after(steps(squattingMs, 0)), true)).toBeNull()
  expect(judged(after(steps(2 * inflationMs, 50)), true)).toBeNull()
})
