import { expect, test } from 'vitest'
import { sayAsked } from './say-asked'

test.each<[Record<string, string>, string]>([
  [{ 'nvidia.com/gpu': '2', cpu: '8', memory: '64Gi' }, '2 GPUs, 8 cores, memory 64 GiB'],
  [{ cpu: '500m' }, '0.5 cores'],
  [{ 'nvidia.com/gpu-milli': '500', cpu: '1e3' }, '0.5 GPUs, 1,000 cores'],
  [{ cpu: '4', memory: 'plenty' }, '4 cores, memory plenty'], [{ memory: 'plenty' }, 'memory plenty'],
  [{}, 'nothing'],
])('%j is said as "%s"', (each, says) => { expect(sayAsked(each)).toBe(says) })
