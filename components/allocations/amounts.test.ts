import { expect, test } from 'vitest'
import { gpusIn, resourceWord, sayAmounts } from './amounts'

test.each<[Record<string, string>, string]>([
  [{ cpu: '16000', memory: '68719476736', 'nvidia.com/gpu': '4' }, '4 GPUs, 16 cores, memory 64 GiB'],
  [{ 'nvidia.com/gpu': '1', cpu: '1000' }, '1 GPU, 1 core'],
  [{ 'nvidia.com/gpu': '0', cpu: '500' }, '0.5 cores'],
  [{ 'nvidia.com/gpu-milli': '500', cpu: '1000' }, '0.5 GPUs, 1 core'], [{ 'nvidia.com/gpu-milli': '250', 'nvidia.com/gpu': '4' }, '4.25 GPUs'],
  [{ 'licences/solver': '3' }, 'licences/solver 3'],
  [{}, 'nothing'], [{ cpu: '0' }, 'nothing'],
])('%j is said as "%s"', (amounts, says) => { expect(sayAmounts(Object.entries(amounts))).toBe(says) })
test('parts of a GPU are GPUs', () => { expect([gpusIn([['nvidia.com/gpu-milli', '1000']]), gpusIn([['nvidia.com/gpu', '1200'], ['nvidia.com/gpu-milli', '50']]), gpusIn([['cpu', '8']])]).toEqual(['1', '1,200.05', '0']) })
test('a resource without a word of its own is called by its name', () => { expect(['nvidia.com/gpu', 'cpu', 'memory'].map(resourceWord)).toEqual(['GPU', 'CPU', 'memory']) })
