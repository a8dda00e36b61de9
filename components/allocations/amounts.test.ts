import { expect, test } from 'vitest'
import { resourceWord, sayAmounts } from './amounts'

test.each<[Record<string, string>, string]>([
  [{ cpu: '16000', memory: '68719476736', 'nvidia.com/gpu': '4' }, '4 GPUs, 16 cores, memory 64 GiB'],
  [{ 'nvidia.com/gpu': '1', cpu: '1000' }, '1 GPU, 1 core'],
  [{ 'nvidia.com/gpu': '0', cpu: '500' }, '0.5 cores'],
  [{ 'licences/solver': '3' }, 'licences/solver 3'],
  [{}, 'nothing'], [{ cpu: '0' }, 'nothing'],
])('%j is said as "%s"', (amounts, says) => { expect(sayAmounts(Object.entries(amounts))).toBe(says) })
test('a resource without a word of its own is called by its name', () => { expect(['nvidia.com/gpu', 'cpu', 'memory'].map(resourceWord)).toEqual(['GPU', 'CPU', 'memory']) })
