import { expect, test } from 'vitest'
import { mapOf, type NodeOfMap } from './fleet-map'

const node = (id: string, gpuFree: number[], more: Partial<NodeOfMap> = {}): NodeOfMap => ({ node: id, region: 'eu-1', cluster: 'c', pool: 'p', isolationLevel: 1, owner: null, model: gpuFree.length ? 'A100' : null, cpu: 64_000, cpuFree: 64_000, gpuFree, cordoned: false, silent: false, ...more })
const shape = (gpus: number, times = 1, cpu = 1_000) => ({ cpu, gpus, gpuMilli: 1000, times })

test('every GPU is in use, free, or free where nothing new comes, and is counted once', () => {
  const { models: [model], pools } = mapOf([node('a', [1000, 0]), node('b', [500, 1000], { cordoned: true }), node('c', [1000, 1000], { silent: true }), node('d', [])], [])
  expect(model).toMatchObject({ model: 'A100', nodes: 3, gpus: 6000, free: 1000, cordoned: 3500, lost: 0 })
  expect(pools[0]?.nodes.map(({ use }) => use)).toEqual([500, 250, 0, 0])
})
test('where the next wants four at once, three that are free on a node are lost, and on another four are not', () => {
  const lost = (nodes: NodeOfMap[], ...shapes: ReturnType<typeof shape>[]) => mapOf(nodes, shapes).models[0]?.lost
  expect([lost([node('a', [1000, 1000, 1000])], shape(4)), lost([node('a', [1000, 1000, 1000, 1000])], shape(4)), lost([node('a', [1000, 1000, 1000])], shape(4), shape(1))]).toEqual([3000, 0, 1500])
  expect([lost([node('a', [1000], { cpuFree: 500 })], shape(1)), lost([node('a', [1000], { cordoned: true })], shape(4)), lost([node('a', [1000])])]).toEqual([1000, 0, 0])
})
test('how many of a size fit is of whole GPUs on one node', () => {
  const { models: [model] } = mapOf([node('a', [1000, 1000, 999]), node('b', [1000, 1000, 1000, 1000, 1000])], [])
  expect(model?.fit).toEqual([{ gpus: 1, times: 7 }, { gpus: 2, times: 3 }, { gpus: 4, times: 1 }, { gpus: 8, times: 0 }])
})
test('what comes a million times is reckoned as quickly as what comes a thousand', () => {
  expect(mapOf([node('a', [1000, 1000, 1000])], [shape(4, 999_999), shape(1, 1)]).models[0]?.lost).toBe(3000)
})
