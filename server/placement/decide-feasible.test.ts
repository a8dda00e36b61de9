import { expect, test } from 'vitest'
import { after, type Allowed, outside, type Shape, type Standing, tightest, unsuitable, type Where, type WhyNot, whyNotNow, whyNotThere } from './decide-feasible'

const node: Where = { region: 'eu-1', cluster: 'a', pool: 'gpu', model: 'T4', gpuMemoryBytes: 16, taints: [], isolation: 1, owner: null, cordoned: false }
const own: Partial<Where> = { owner: 'acme', isolation: 3, taints: ['dedicated=acme'] }
const shape: Shape = { cpuMilli: 4000, memoryBytes: 100, gpus: 1, gpuMilli: 500, models: 'any', gpuMemoryBytes: 0 }
const acme: Allowed = { tenant: 'acme', isolation: 1, tolerates: [], regions: 'any', clusters: 'any', pools: 'any' }

const there: [says: string, where: Partial<Where>, shape: Partial<Shape>, allowed: Partial<Allowed>, expected: WhyNot | null][] = [
  ['anywhere for whoever may be anywhere', {}, {}, {}, null],
  ['a region nobody said is no region, even for whoever may be anywhere', { region: null }, {}, {}, 'region_unknown'],
  ['one of the regions', {}, {}, { regions: ['eu-1', 'eu-2'] }, null],
  ['another region', {}, {}, { regions: ['eu-2'] }, 'region_not_allowed'],
  ['no region at all', {}, {}, { regions: [] }, 'region_not_allowed'],
  ['a region whose name only begins the same', { region: 'eu-10' }, {}, { regions: ['eu-1'] }, 'region_not_allowed'],
  ['another cluster', {}, {}, { clusters: ['b'] }, 'cluster_not_allowed'],
  ['another pool', {}, {}, { pools: ['cpu'] }, 'pool_not_allowed'],
  ['another tenant’s node', own, {}, { tenant: 'globex', isolation: 3 }, 'dedicated_to_another'],
  ['another tenant’s node, with a copied toleration', own, {}, { tenant: 'globex', tolerates: ['dedicated=acme'] }, 'dedicated_to_another'],
  ['one’s own node, tolerating its taint', own, {}, { isolation: 3, tolerates: ['dedicated=acme'] }, null],
  ['one’s own node, not tolerating its taint', own, {}, { isolation: 3 }, 'taint_not_tolerated'],
  ['a cordoned node', { cordoned: true }, {}, {}, 'cordoned'],
  ['a shared node for whoever was promised their own', {}, {}, { isolation: 2 }, 'isolation_too_soft'],
  ['a node of one’s own that is not as hard as was promised', own, {}, { isolation: 4, tolerates: ['dedicated=acme'] }, 'isolation_too_soft'],
  ['one taint of two tolerated', { taints: ['a', 'b'] }, {}, { tolerates: ['a'] }, 'taint_not_tolerated'],
  ['another model', {}, { models: ['A100'] }, {}, 'model_not_allowed'],
  ['no model at all', {}, { models: [] }, {}, 'model_not_allowed'],
  ['a GPU asked for where there is none', { model: null }, {}, {}, 'model_not_allowed'],
  ['no GPU asked for where there is none', { model: null }, { gpus: 0, gpuMilli: 0 }, {}, null],
  ['GPUs with less memory', {}, { gpuMemoryBytes: 17 }, {}, 'gpu_memory_too_small'],
  ['GPUs with as much memory', {}, { gpuMemoryBytes: 16 }, {}, null],
  ['the region comes before whose it is', { ...own, region: 'us-1' }, {}, { tenant: 'globex', regions: ['eu-1'] }, 'region_not_allowed'],
  ['whose it is comes before what state it is in', { ...own, cordoned: true }, {}, { tenant: 'globex' }, 'dedicated_to_another'],
]
test.each(there)('%s', (_says, where, wished, allowed, expected) => {
  expect(whyNotThere({ ...node, ...where }, { ...shape, ...wished }, { ...acme, ...allowed })).toBe(expected)
})

const standing: Standing = { cpuMilliFree: 4000, memoryBytesFree: 100, gpuMilliFree: [400, 1000, 500] }
const now: [says: string, shape: Partial<Shape>, expected: WhyNot | null][] = [
  ['exactly what is free', {}, null],
  ['a thousandth more CPU', { cpuMilli: 4001 }, 'too_little_cpu'],
  ['a byte more memory', { memoryBytes: 101 }, 'too_little_memory'],
  ['one GPU with 1,000 free', { gpuMilli: 1000 }, null],
  ['two whole GPUs where one is whole', { gpus: 2, gpuMilli: 1000 }, 'too_few_gpus'],
  ['the sum would do, no single GPU does', { gpuMilli: 1001 }, 'too_few_gpus'],
  ['no GPU', { gpus: 0, gpuMilli: 0 }, null],
  ['CPU comes before GPUs', { cpuMilli: 4001, gpus: 9 }, 'too_little_cpu'],
]
test.each(now)('%s', (_says, wished, expected) => { expect(whyNotNow(standing, { ...shape, ...wished })).toBe(expected) })
test('every reason there is was given', () => {
  expect(new Set([...there, ...now].map((row) => row.at(-1)).filter((reason) => reason !== null))).toEqual(new Set([...outside, ...unsuitable]))
})

test('the tightest GPUs are those with the least free that suffices, and the first of equals', () => {
  expect(tightest(standing, shape)).toEqual([2])
  expect(tightest({ ...standing, gpuMilliFree: [1000, 300, 1000, 1000] }, { ...shape, gpus: 2, gpuMilli: 1000 })).toEqual([0, 2])
})
test('what is left is less by exactly what was taken, on exactly those GPUs', () => {
  expect(after(standing, shape, [2])).toEqual({ cpuMilliFree: 0, memoryBytesFree: 0, gpuMilliFree: [400, 1000, 0] })
})
