import { expect, test } from 'vitest'
import { sayFleet, sayNode, sayPool } from './say-fleet'

const node = (more: object = {}) => ({ node: 'n1', gpus: 8, free: 6500, use: 188, cordoned: false, silent: false, ...more })
const pool = { region: 'eu-1', cluster: 'c', pool: 'p', isolationLevel: 1, owner: null }
test.each([
  [{}, 'n1: 1.5 of 8 GPUs in use'], [{ gpus: 1, free: 1000 }, 'n1: 0 of 1 GPU in use'], [{ gpus: 0, free: 0 }, 'n1: 18.8 % of its cores in use'], [{ cordoned: true, silent: true }, 'n1: 1.5 of 8 GPUs in use, cordoned, not heard of'],
])('%j: %s', (more, says) => { expect(sayNode(node(more))).toBe(says) })
test('a pool says what is in use and what takes nothing; all of it adds up', () => {
  expect(sayPool({ ...pool, nodes: [node(), node({ cordoned: true, free: 8000 }), node({ silent: true })] })).toBe('3 nodes, 3 of 24 GPUs in use, 1 cordoned, 1 not heard of')
  expect(sayPool({ ...pool, nodes: Array.from({ length: 3250 }, () => node({ silent: true })) })).toBe('3,250 nodes, 4,875 of 26,000 GPUs in use, 3,250 not heard of')
  expect(sayPool({ ...pool, nodes: [node({ gpus: 0, free: 0 })] })).toBe('1 node, no GPUs')
  expect(sayFleet({ shapes: 0, pools: [{ ...pool, nodes: [node(), node()] }], models: [{ model: 'A100', nodes: 2, gpus: 16_000, free: 5_500, cordoned: 8_000, lost: 0, fit: [] }] })).toBe('2 nodes with 16 GPUs: 2.5 in use, 5.5 free, 8 free where nothing new comes.')
  expect(sayFleet({ shapes: 0, pools: [], models: [] })).toBe('There are no nodes yet.')
})
