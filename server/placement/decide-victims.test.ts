import { expect, test } from 'vitest'
import type { Allowed, Shape, Standing, Where } from './decide-feasible'
import { decideVictims, type Made, type Running, type VictimsWish } from './decide-victims'

const now = new Date(1_800_000_000_000)
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
type Node = Where & Standing & { id: string }
const full: Node = { id: 'a', region: 'eu-1', cluster: 'c', pool: 'p', model: 'T4', gpuMemoryBytes: 16, taints: [], isolation: 1, owner: null, cordoned: false, cpuMilliFree: 0, memoryBytesFree: 0, gpuMilliFree: [0, 0] }
const gpu: Shape = { cpuMilli: 4000, memoryBytes: 10, gpus: 1, gpuMilli: 1000, models: 'any', gpuMemoryBytes: 0 }
const half: Shape = { ...gpu, cpuMilli: 2000, memoryBytes: 5, gpuMilli: 500 }
const allowed: Allowed = { tenant: 'acme', isolation: 1, tolerates: [], regions: ['eu-1'], clusters: 'any', pools: 'any' }
const runs = (id: string, about: Partial<Running> = {}): Running => ({ id, node: 'a', shape: gpu, gpus: [0], priority: 1, startedAt: ago(60), ...about })
const wish: VictimsWish = { shape: gpu, allowed }

type Expected = { victims: string[]; node?: string; gpus?: number[] } | null
const cases: [says: string, running: Running[], wish: Partial<VictimsWish>, expected: Expected, nodes?: Node[]][] = [
  ['who is lower gives way', [runs('x')], {}, { victims: ['x'] }],
  ['the lower of two', [runs('x', { priority: 2 }), runs('y', { priority: 1, gpus: [1] })], {}, { victims: ['y'], gpus: [1] }],
  ['the younger of two that are equal', [runs('x', { startedAt: ago(10) }), runs('y', { startedAt: ago(20), gpus: [1] })], {}, { victims: ['x'] }],
  ['of two that are equal in all, by name', [runs('y', { gpus: [1] }), runs('x')], {}, { victims: ['x'] }],
  ['one of higher priority rather than two of lower', [runs('x', { priority: 4 }), runs('y', { shape: half, gpus: [1] }), runs('z', { shape: half, gpus: [1] })], {}, { victims: ['x'] }],
  ['lower comes before younger', [runs('x', { priority: 2, startedAt: ago(1) }), runs('y', { priority: 1, startedAt: ago(999), gpus: [1] })], {}, { victims: ['y'], gpus: [1] }],
  ['two where one does not do', [runs('x', { shape: half }), runs('y', { shape: half })], {}, { victims: ['x', 'y'] }],
  ['of a pair, the most senior counts first', [runs('x', { shape: half, priority: 3 }), runs('y', { shape: half, priority: 1 }), runs('u', { shape: half, priority: 2, gpus: [1] }), runs('v', { shape: half, priority: 2, gpus: [1] })], {}, { victims: ['u', 'v'], gpus: [1] }],
  ['the node where it costs less, though it comes later', [runs('x', { priority: 3 }), runs('y', { node: 'b', priority: 1 })], {}, { victims: ['y'], node: 'b' }, [full, { ...full, id: 'b' }]],
  ['of equal nodes the first', [runs('x'), runs('w', { node: 'b' })], {}, { victims: ['x'] }, [full, { ...full, id: 'b' }]],
  ['nobody, where there is room', [runs('x')], {}, { victims: [], node: 'b', gpus: [1] }, [full, { ...full, id: 'b', cpuMilliFree: 4000, memoryBytesFree: 10, gpuMilliFree: [0, 1000] }]],
  ['half is there already', [runs('x', { shape: half, priority: 1 })], {}, { victims: ['x'] }, [{ ...full, cpuMilliFree: 2000, memoryBytesFree: 5, gpuMilliFree: [500, 0] }]],
  ['two halves on two GPUs are no whole', [runs('x', { shape: half }), runs('y', { shape: half, gpus: [1] })], {}, null],
  ['who is in the way is not who frees the GPU', [runs('x', { shape: { ...gpu, cpuMilli: 0 } }), runs('y', { shape: { ...gpu, gpus: 0, gpuMilli: 0 }, gpus: [] })], {}, { victims: ['x', 'y'] }],
  ['not where the wish may not be', [runs('x')], {}, null, [{ ...full, region: null }]],
  ['not on another tenant’s node', [runs('x')], {}, null, [{ ...full, owner: 'globex', isolation: 2 }]],
  ['nine would do, and are too many', Array.from({ length: 9 }, (_, at) => runs(String(at), { shape: { ...gpu, cpuMilli: 0, gpuMilli: 111 } })), { shape: { ...gpu, cpuMilli: 0, gpuMilli: 999 } }, null, [{ ...full, memoryBytesFree: 10, gpuMilliFree: [0] }]],
  ['eight do', Array.from({ length: 8 }, (_, at) => runs(String(at), { shape: { ...gpu, cpuMilli: 0, gpuMilli: 125 } })), { shape: { ...gpu, cpuMilli: 0 } }, { victims: ['0', '1', '2', '3', '4', '5', '6', '7'] }, [{ ...full, memoryBytesFree: 10, gpuMilliFree: [0] }]],
  ['four parts of one GPU, of eight times four', Array.from({ length: 32 }, (_, at) => runs(String(at + 10), { shape: { ...gpu, cpuMilli: 1000, gpuMilli: 250 }, gpus: [at % 8], startedAt: ago(at % 8 === 5 ? 1 : 2) })), { shape: { ...gpu, memoryBytes: 40 } }, { victims: ['15', '23', '31', '39'], gpus: [5] }, [{ ...full, gpuMilliFree: Array<number>(8).fill(0) }]],
  ['nothing runs', [], {}, null],
]
test.each(cases)('%s', (_says, running, wished, expected, nodes = [full]) => {
  const made = decideVictims(nodes, running, { ...wish, ...wished })
  const sorted: Made | null = made && { ...made, victims: made.victims.toSorted() }
  expect(sorted).toEqual(expected && { node: 'a', gpus: [0], ...expected })
})
