/** Each published policy, by hand, as its authors' simulator scores it. */
import { expect, test } from 'vitest'
import type { Shape, Standing } from '../../decide-feasible'
import { bestFit } from './best-fit'
import { dotProduct } from './dot-product'
import { gpuClustering } from './gpu-clustering'
import { gpuPacking } from './gpu-packing'
import type { Score } from './scan'

const standing = (cpuMilliFree: number, ...gpuMilliFree: number[]): Standing => ({ cpuMilliFree, memoryBytesFree: 0, gpuMilliFree })
const gpu = (gpuMilli: number, gpus = 1): Shape => ({ cpuMilli: 32_000, memoryBytes: 0, gpus, gpuMilli, models: 'any', gpuMemoryBytes: 0 })
const none: Shape = { cpuMilli: 32_000, memoryBytes: 0, gpus: 0, gpuMilli: 0, models: 'any', gpuMemoryBytes: 0 }
const cases: [says: string, score: Score, standing: Standing, shape: Shape, mix: string[], expected: number][] = [
  ['best fit: (64 − 32) of 128 cores and (2 − 1) of 8 GPUs are left', bestFit, standing(64_000, 1000, 1000), gpu(1000), [], 81],
  ['best fit: nothing is left', bestFit, standing(32_000, 500), gpu(500), [], 100],
  ['dot product: half of (0.5 × 0.25 + 0.25 × 0.125)', dotProduct, standing(64_000, 1000, 1000), gpu(1000), [], 92],
  ['dot product: a wish without GPUs', dotProduct, standing(128_000, 1000), none, [], 87],
  ['packing: a shared GPU, the tightest, with 300 free', gpuPacking, standing(64_000, 1000, 300, 700), gpu(200), [], 97],
  ['packing: a whole GPU of a node in use', gpuPacking, standing(64_000, 1000, 300), gpu(500), [], 49],
  ['packing: twenty whole GPUs score no less than a third', gpuPacking, standing(64_000, ...Array<number>(20).fill(1000), 1), gpu(1000, 20), [], 33],
  ['packing: a node not in use, with two GPUs', gpuPacking, standing(64_000, 1000, 1000), gpu(500), [], 31],
  ['packing: a wish without GPUs', gpuPacking, standing(64_000, 1000), none, [], 0],
  ['clustering: only its like, three of eight GPUs free', gpuClustering, standing(64_000, 1000, 1000, 1000), gpu(1000), ['1'], 90],
  ['clustering: its like among others', gpuClustering, standing(64_000, 1000, 1000, 1000), gpu(1000), ['1', 'share'], 65],
  ['clustering: nothing runs', gpuClustering, standing(64_000, 1000, 1000, 1000), gpu(1000), [], 40],
  ['clustering: others only', gpuClustering, standing(64_000, 1000, 1000, 1000), gpu(1000), ['share'], 15],
  ['clustering: a part of a GPU is not like a whole', gpuClustering, standing(64_000, 1000, 1000, 1000), gpu(999), ['share'], 90],
  ['clustering: a wish without GPUs', gpuClustering, standing(64_000, 1000), none, [], 0],
]
test.each(cases)('%s', (_says, score, state, shape, mix, expected) => { expect(score(state, shape, new Set(mix))).toBe(expected) })
