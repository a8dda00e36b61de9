import { expect, test } from 'vitest'
import { lineThrough, roomFor } from './line-through'

test.each<[Parameters<typeof lineThrough>[0], string]>([
  [[[0, 1], [2, 3.456]], 'M0 1L2 3.46'], [[[0, 1], null, [2, 3], [4, 5]], 'M0 1M2 3L4 5'], [[null, [0, 1], null], 'M0 1'], [[], ''],
])('%j: %s', (points, path) => { expect(lineThrough(points)).toBe(path) })
test('of words along an axis none touches the one before it, and none stands out', () => {
  const word = (x: number) => ({ x, says: String(x), wide: 40 })
  expect(roomFor([50, 80, 107, 170, 195].map(word), { from: 0, to: 200, beside: 16 }).map(({ x }) => x)).toEqual([50, 107, 170])
  // An axis that begins with the drawing has its first word within it.
  expect(roomFor([4, 80].map(word), { from: 0, to: 200, beside: 16 }).map(({ x }) => x)).toEqual([20, 80])
})
