import { expect, test } from 'vitest'
import type { Shape } from './decide-feasible'
import { typicalOf, type Wish } from './typical'

const shape = (cpuMilli: number, about: Partial<Shape> = {}): Shape => ({ cpuMilli, memoryBytes: 0, gpus: 1, gpuMilli: 500, models: 'any', gpuMemoryBytes: 0, ...about })
const times = (count: number, wish: Shape, regions: Wish['regions'] = 'any'): Wish[] => Array.from({ length: count }, () => ({ shape: wish, regions }))

test('the most frequent count until nineteen in twenty are counted, and their shares make one', () => {
  const typical = typicalOf([...times(60, shape(1)), ...times(35, shape(2)), ...times(4, shape(3)), ...times(1, shape(4))])
  expect(typical.map((each) => each.shape.cpuMilli)).toEqual([1, 2])
  expect(typical.map(({ share }) => share)).toEqual([60 / 95, 35 / 95])
})
test('one short of nineteen in twenty takes one shape more', () => {
  expect(typicalOf([...times(60, shape(1)), ...times(34, shape(2)), ...times(5, shape(3)), ...times(1, shape(4))]).map((each) => each.shape.cpuMilli)).toEqual([1, 2, 3])
})
test('shapes that differ in memory alone are one; in models or regions they are two; the order of a list says nothing', () => {
  expect(typicalOf([...times(5, shape(1, { memoryBytes: 1 })), ...times(5, shape(1, { memoryBytes: 2 }))])).toHaveLength(1)
  expect(typicalOf([...times(5, shape(1)), ...times(5, shape(1, { models: ['T4'] })), ...times(5, shape(1), ['eu'])])).toHaveLength(3)
  expect(typicalOf([...times(5, shape(1, { models: ['A', 'B'] })), ...times(5, shape(1, { models: ['B', 'A'] }))])).toHaveLength(1)
})
test('the order in which they came says nothing', () => {
  const wishes = [...times(3, shape(1)), ...times(3, shape(2)), ...times(3, shape(2), ['eu']), ...times(3, shape(2, { models: ['T4'] }))]
  expect(typicalOf(wishes.toReversed())).toEqual(typicalOf(wishes))
})
test('without a history nothing is typical', () => { expect(typicalOf([])).toEqual([]) })
