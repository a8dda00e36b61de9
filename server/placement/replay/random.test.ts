import { expect, test } from 'vitest'
import { below, placed, randomOf, share, shuffled } from './random'

const ten = Array.from({ length: 10 }, (_, at) => at)
test('the numbers are those of Go, one for one: these are known wherever Go is', () => {
  const random = randomOf(1)
  expect(ten.map(() => below(100, random))).toEqual([81, 87, 47, 59, 81, 18, 25, 40, 56, 0])
})
test('orders and places are drawn as the published simulator draws them', () => {
  expect(shuffled(ten, randomOf(42))).toEqual([2, 5, 7, 9, 6, 8, 1, 4, 0, 3])
  expect(placed(ten, randomOf(42))).toEqual([7, 5, 4, 8, 9, 1, 6, 0, 2, 3])
})
test('past all that it began with, a seed draws the same again, and what Go draws', () => {
  const random = randomOf(7)
  const drawn = Array.from({ length: 2_000 }, () => random.upper())
  const again = randomOf(7)
  for (const upper of drawn) expect(again.upper()).toBe(upper)
  // Every place of what it began with has been drawn from.
  expect(drawn.reduce((sum, upper) => sum + upper, 0)).toBe(4_303_615_261_572)
})
test.each([3, 7, 64, 1_000_003])('whatever is drawn is below %d, and shares are below one', (bound) => {
  const random = randomOf(bound)
  for (let time = 0; time < 500; time++) {
    expect(below(bound, random)).toBeLessThan(bound)
    expect(share(random)).toBeLessThan(1)
  }
})
