/** A list in the cells of a table: one figure to a cell, in the unit of its column, so that it can be added up. */
import { expect, test } from 'vitest'
import { amountColumns, cellIn, cellOf, headOf, nodeColumns, quotaColumns, type Row } from './list-cells'

const read = (columns: Parameters<typeof headOf>[0][], row: Row) => Object.fromEntries(columns.map((column) => [headOf(column), cellIn(row, column)]))

test.each<[unknown, string]>([[null, ''], [undefined, ''], [false, 'false'], [3n, '3'], [{ person: 'x', name: 'Ada' }, 'Ada'], [{ a: 1 }, '{"a":1}'], [['x', 'y'], 'x; y'], [[1], '[1]'], [[], '']])('%s in a cell', (value, cell) => expect(cellOf(value)).toBe(cell))
test('what is held stands in cores, in GiB and in GPUs, whole ones and parts of them together, and nothing is left out', () => {
  const amounts = [{ resource: 'cpu', amount: '1500' }, { resource: 'memory', amount: String(3 * 2 ** 29) }, { resource: 'nvidia.com/gpu', amount: '2' }, { resource: 'nvidia.com/gpu-milli', amount: '500' }, { resource: 'ephemeral-storage', amount: '7' }]
  expect(read([...amountColumns], { amounts })).toEqual({ gpus: '2.5', cores: '1.5', memoryGiB: '1.5', others: 'ephemeral-storage 7' })
  expect(read([...amountColumns], { amounts: [] })).toEqual({ gpus: '0', cores: '0', memoryGiB: '0', others: '' })
})
test.each([
  ['cpu', '64000', { unit: 'cores', limit: '64', used: '0', held: '', unshared: '64' }], ['memory', String(2 ** 31), { unit: 'GiB', limit: '2', used: '0', held: '', unshared: '2' }],
  ['nvidia.com/gpu', '16', { unit: 'GPUs', limit: '16', used: '0', held: '', unshared: '16' }], ['nvidia.com/gpu-milli', '1500', { unit: 'GPUs', limit: '1.5', used: '0', held: '', unshared: '1.5' }], ['licences', '3', { unit: '', limit: '3', used: '0', held: '', unshared: '3' }],
])('a quota of %s has its unit beside it, and what is not known is blank and not nought', (resource, limit, shown) => {
  expect(read([...quotaColumns], { resource, limit, used: '0', held: null, unshared: limit })).toEqual(shown)
})
test('of a node it says how many GPUs there are and how many of them are free', () => {
  const node = { gpuMemory: String(80 * 2 ** 30), gpusFree: [0, 500, 1000, 1000], cpu: { all: '192000', free: '191000' }, memory: { all: String(2 ** 41), free: String(2 ** 40) } }
  expect(read([...nodeColumns], node)).toEqual({ gpuMemoryGiB: '80', gpus: '4', gpusFree: '2.5', cores: '192', coresFree: '191', memoryGiB: '2048', memoryFreeGiB: '1024' })
})
