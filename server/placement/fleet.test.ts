import { expect, test } from 'vitest'
import type { Shape } from './decide-feasible'
import { checkShape, Fleet, type Node } from './fleet'

const node: Node = {
  id: 'a', version: 7, region: 'eu-1', cluster: 'c', pool: 'p', model: 'T4', gpuMemoryBytes: 16, taints: [], isolation: 1, owner: null, cordoned: false,
  cpuMilli: 8000, memoryBytes: 100, cpuMilliFree: 8000, memoryBytesFree: 100, gpuMilliFree: [1000, 1000],
}
const shape: Shape = { cpuMilli: 4000, memoryBytes: 10, gpus: 1, gpuMilli: 500, models: 'any', gpuMemoryBytes: 0 }

test('a row that is newer is believed, an older or equal one is not', () => {
  const fleet = new Fleet([node])
  expect(fleet.learn({ ...node, version: 7, cordoned: true })).toBe(false)
  expect(fleet.node('a')?.cordoned).toBe(false)
  expect(fleet.learn({ ...node, version: 8, cordoned: true, gpuMilliFree: [0, 1000] })).toBe(true)
  expect(fleet.node('a')).toMatchObject({ cordoned: true, version: 8, gpuMilliFree: [0, 1000] })
})
test('of two placements for the last place, the second is a fault and changes nothing', () => {
  const fleet = new Fleet([{ ...node, gpuMilliFree: [500, 0] }])
  fleet.place('a', shape, [0])
  const once = fleet.node('a')
  expect(() => fleet.place('a', shape, [0])).toThrow('too_few_gpus')
  expect(fleet.node('a')).toEqual(once)
})
test('what was never placed cannot be released', () => {
  expect(() => new Fleet([node]).release('a', shape, [0])).toThrow('More is free')
})
test.each<[says: string, gpus: number[]]>([['the same GPU twice', [0, 0]], ['a GPU that is not there', [0, 2]], ['too few', [0]], ['too many', [0, 1, 0]]])('two GPUs are not taken as %s', (_says, gpus) => {
  expect(() => new Fleet([node]).place('a', { ...shape, gpus: 2, gpuMilli: 1000 }, gpus)).toThrow('are not what the shape takes')
})
test.each<[says: string, row: Partial<Node>, expected: RegExp]>([
  ['more free than there is', { cpuMilliFree: 8001 }, /More is free/], ['more than a whole GPU', { gpuMilliFree: [1001, 0] }, /More is free/], ['a negative amount', { memoryBytesFree: -1 }, /negative/],
  ['half a thousandth', { cpuMilliFree: 0.5 }, /no whole number/], ['past 2⁵³', { memoryBytes: 2 ** 53 }, /past 2⁵³/], ['owned, and shared with everybody', { owner: 'acme' }, /owner/],
  ['its tenant’s own, and nobody’s', { isolation: 2 }, /owner/], ['GPUs without a model', { model: null }, /model/], ['a model without GPUs', { gpuMilliFree: [] }, /model/],
])('a row is a fault that says %s', (_says, row, expected) => { expect(() => new Fleet([{ ...node, ...row }])).toThrow(expected) })
test.each<[says: string, wished: Partial<Shape>]>([
  ['parts of several GPUs', { gpus: 2 }], ['more than a whole of one', { gpuMilli: 1001 }], ['nothing of one', { gpuMilli: 0 }], ['a part of none', { gpus: 0 }], ['a model for none', { gpus: 0, gpuMilli: 0, models: ['T4'] }],
  ['half a GPU by count', { gpus: 0.5 }], ['less than nothing', { cpuMilli: -1 }], ['what is no number', { memoryBytes: Number.NaN }],
])('a shape is a fault that asks for %s', (_says, wished) => { expect(() => checkShape({ ...shape, ...wished })).toThrow(/shape|whole/) })
test('a node is in the fleet once', () => { expect(() => new Fleet([node, node])).toThrow('twice') })
