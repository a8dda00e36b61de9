/** Guarantee: of what was used less than a tenth, a tenth of each pod’s GPUs, rounded up, stays with who has it; nothing else is said to have been to spare. */
import { expect, test } from 'vitest'
import { spareOf } from './decide-spare'

const share = (used: Record<string, bigint>) => ({ allocation: 'x', tenant: 'a', path: [], used, held: {}, placement: null, nodes: [] })
test.each([
  [{ 'nvidia.com/gpu': 1n }, 1, { 'nvidia.com/gpu': 0n }], [{ 'nvidia.com/gpu': 10n }, 1, { 'nvidia.com/gpu': 9n }], [{ 'nvidia.com/gpu': 11n }, 1, { 'nvidia.com/gpu': 9n }], [{ 'nvidia.com/gpu': 8n }, 4, { 'nvidia.com/gpu': 4n }],
  [{ 'nvidia.com/gpu-milli': 500n }, 1, { 'nvidia.com/gpu-milli': 450n }], [{ cpu: 4_000n, 'nvidia.com/gpu': 8n }, 1, { cpu: 3_500n, 'nvidia.com/gpu': 7n }], [{ cpu: 4_000n }, 1, { cpu: 0n }],
] as const)('of %o in %i pods it could give back %o', (used, pods, left) => expect(spareOf(share(used), pods).used).toEqual(left))
test('on its nodes it keeps the first of its GPUs, or a tenth of its part of one', () => {
  const placed = (gpuMilli: number, gpus: readonly number[]) => ({ region: 'r', cluster: 'c', each: { cpuMilli: 1_000, memoryBytes: 800, gpuMilli }, pods: [{ node: 'n', gpus }] })
  expect(spareOf({ ...share({ 'nvidia.com/gpu': 4n }), placement: placed(1_000, [0, 1, 2, 3]) }, 1).placement).toEqual({ ...placed(1_000, [1, 2, 3]), each: { cpuMilli: 750, memoryBytes: 600, gpuMilli: 1_000 } })
  expect(spareOf({ ...share({ 'nvidia.com/gpu-milli': 500n }), placement: placed(500, [2]) }, 1).placement).toEqual({ ...placed(450, [2]), each: { cpuMilli: 900, memoryBytes: 720, gpuMilli: 450 } })
})
