import { expect, test } from 'vitest'
import type { NodeRow } from '~/server/placement/decide-node'
import { decidePlacement, type FleetFacts, noFleet, ownOf, shapeOf, type Want, whyNoGpus } from './decide-placement'
import { toleratedOf, tolerationsOf } from './decide-tolerated'

const policy = { nodes: true }
const row = (id: string, more: Partial<NodeRow> = {}): NodeRow => ({ id, version: 3, region: 'eu-1', cluster: 'c', pool: 'p', model: 'T4', gpuMemoryBytes: 0, taints: [], isolation: 1, owner: null, cordoned: false, cpuMilliFree: 4000, memoryBytesFree: 100, gpuMilliFree: [1000, 1000], ...more })
const on = (id: string, gpus: readonly number[] = [0]) => ({ id, version: 3, gpus })
const want: Want = { pods: 1, shape: { cpuMilli: 1000, memoryBytes: 10, gpus: 1, gpuMilli: 1000, models: 'any', gpuMemoryBytes: 0 }, allowed: { tenant: 'acme', isolation: 1, regions: ['eu-1'], clusters: 'any', pools: 'any' }, tolerations: [], unplaceable: [] }
const fleet: FleetFacts = { ...noFleet, version: '7', regions: ['eu-1'], proposals: [on('a')], spares: [on('b')], rows: [row('a'), row('b')] }
const told = (facts: Partial<FleetFacts>, wanted: Partial<Want> = {}, sofar: 'admit' | 'hold' | 'refuse' = 'admit', by = policy) => {
  const found = decidePlacement(by, { ...fleet, ...facts }, { ...want, ...wanted }, sofar)
  return found.outcome === 'passes' ? (found.placement?.pods.map(({ node, gpus }) => `${node} ${gpus.join()}`) ?? (found.saw as { because: string }).because) : found.reason
}

test.each<[string, Parameters<typeof told>, ReturnType<typeof told>]>([
  ['the proposal, where it still fits', [{}], ['a 0']],
  ['a proposal that changed and fits all the same, on its tightest GPUs', [{ rows: [row('a', { version: 4, gpuMilliFree: [400, 1000] }), row('b')] }], ['a 1']],
  ['what is to spare, where it does not', [{ rows: [row('a', { cpuMilliFree: 999 }), row('b')] }], ['b 0']],
  ['what is to spare, where it was cordoned', [{ rows: [row('a', { cordoned: true }), row('b')] }], ['b 0']],
  ['what is to spare, where it is gone', [{ rows: [row('b')] }], ['b 0']],
  ['nobody else’s', [{ rows: [row('a', { owner: 'globex', isolation: 2 }), row('b', { region: 'us-1' })] }], 'nodes_taken_meanwhile'],
  ['nowhere, where none was found', [{ proposals: [], spares: [] }], 'no_node_fits'],
  ['nowhere, where something else was looked for', [{ searched: false }], 'nodes_taken_meanwhile'],
  ['nowhere, where no machine is that large', [{}, { shape: null }], 'no_node_fits'],
  ['nowhere, of what no node is known to have', [{}, { unplaceable: ['example.com/fpga'] }], 'not_on_nodes'],
  ['two pods on one node, on a GPU each', [{ proposals: [on('a'), { id: 'a', version: 4, gpus: [1] }] }, { pods: 2 }], ['a 0', 'a 1']],
  ['two pods, of which one goes to what is to spare', [{ proposals: [on('a'), on('a')], rows: [row('a', { cpuMilliFree: 1000 }), row('b')] }, { pods: 2 }], ['a 0', 'b 0']],
  ['two pods or none', [{ proposals: [on('a'), on('a')], rows: [row('a', { cpuMilliFree: 1000 })] }, { pods: 2 }], 'nodes_taken_meanwhile'],
  ['two pods, never in two clusters', [{ proposals: [on('a'), on('b')], rows: [row('a', { cpuMilliFree: 1000 }), row('b', { cluster: 'd' })] }, { pods: 2 }], 'nodes_taken_meanwhile'],
  ['fewer pods than were found', [{ proposals: [on('a')] }, { pods: 2 }], 'no_node_fits'],
  ['less than was asked for, as far as half of it was found', [{ proposals: [], spares: [on('b')], lesser: want.shape }], ['b 0']],
  ['nothing of what is held', [{}, {}, 'hold'], 'held'],
  ['nothing of what is refused', [{}, {}, 'refuse'], 'refused'],
  ['nothing, where the policy leaves nodes to others', [{}, {}, 'admit', { nodes: false }], 'policy'],
  ['nothing, where there are no nodes', [{ regions: [] }], 'no_nodes'],
])('%s', (_says, asked, expected) => { expect(told(...asked)).toEqual(expected) })

test.each<[string, Record<string, bigint>, readonly string[], boolean, unknown]>([
  ['cores and memory', { cpu: 1500n, memory: 5n }, ['T4'], false, { shape: { cpuMilli: 1500, memoryBytes: 5, gpus: 0, gpuMilli: 0, models: 'any', gpuMemoryBytes: 0 }, unplaceable: [] }],
  ['whole GPUs of some models', { 'nvidia.com/gpu': 2n }, ['T4', 'A100'], false, { shape: { cpuMilli: 0, memoryBytes: 0, gpus: 2, gpuMilli: 1000, models: ['A100', 'T4'], gpuMemoryBytes: 0 }, unplaceable: [] }],
  ['a part of one', { 'nvidia.com/gpu-milli': 250n }, [], false, { shape: { cpuMilli: 0, memoryBytes: 0, gpus: 1, gpuMilli: 250, models: 'any', gpuMemoryBytes: 0 }, unplaceable: [] }],
  ['more than a number holds', { memory: 2n ** 60n }, [], false, { shape: null, unplaceable: [] }],
  ['what is on no machine', { storage: 7n, 'ephemeral-storage': 7n }, [], false, { shape: { cpuMilli: 0, memoryBytes: 0, gpus: 0, gpuMilli: 0, models: 'any', gpuMemoryBytes: 0 }, unplaceable: [] }],
  ['devices by other names', { 'amd.com/gpu': 1n, 'example.com/fpga': 0n }, [], true, expect.objectContaining({ unplaceable: ['amd.com/gpu', 'device claims'] })],
])('the shape of %s', (_says, perPod, models, claimed, expected) => { expect(shapeOf(perPod, models, claimed)).toEqual(expected) })

test.each<[string, readonly bigint[], number, number, ReturnType<typeof ownOf>]>([
  ['what there is room for, and what needs no yes', [7n, 8n], 1, 10, { gpus: [7, 8], pods: [] }],
  ['nothing that is not less than was asked for', [7n, 8n], 1, 7, { gpus: [], pods: [] }],
  ['of many pods for each of them, and how many of them', [13n], 4, 4, { gpus: [3], pods: [3] }],
  ['nothing where there is no room', [0n, -4n], 2, 2, { gpus: [], pods: [] }],
])('its own place bounds it to %s', (_says, bounds, pods, gpus, expected) => { expect(ownOf(bounds, { pods, shape: want.shape && { ...want.shape, gpus } })).toEqual(expected) })
test('of a part of a GPU, and of what has none, there is no less', () => {
  for (const [gpus, gpuMilli] of [[1, 500], [0, 0]] as const) expect(ownOf([1n], { pods: 4, shape: want.shape && { ...want.shape, gpus, gpuMilli } })).toEqual({ gpus: [], pods: [] })
})

test('whole GPUs and parts of one are never asked for together, and a part is less than a whole one', () => {
  expect([{ 'nvidia.com/gpu': 1n }, { 'nvidia.com/gpu-milli': 999n }, { 'nvidia.com/gpu': 0n, 'nvidia.com/gpu-milli': 1n }].map(whyNoGpus)).toEqual([null, null, null])
  expect([{ 'nvidia.com/gpu': 1n, 'nvidia.com/gpu-milli': 1n }, { 'nvidia.com/gpu-milli': 1000n }].map((each) => whyNoGpus(each) === null)).toEqual([false, false])
})

const taints = ['spot=yes:NoSchedule', 'spot=no:NoSchedule', 'spot=yes:NoExecute', 'gpu:NoSchedule', 'bare']
test.each<[string, unknown, number[]]>([
  ['nothing', [], []],
  ['a key and its value', [{ key: 'spot', value: 'yes' }], [0, 2]],
  ['one effect of it', [{ key: 'spot', operator: 'Equal', value: 'yes', effect: 'NoExecute' }], [2]],
  ['a key, whatever its value', [{ key: 'spot', operator: 'Exists' }], [0, 1, 2]],
  ['a key without a value', [{ key: 'gpu' }, { key: 'bare', operator: 'Exists' }], [3, 4]],
  ['an effect of a taint that names none', [{ key: 'bare', operator: 'Exists', effect: 'NoSchedule' }], []],
  ['everything', [{ operator: 'Exists' }], [0, 1, 2, 3, 4]],
  ['a value of no key', [{ value: 'yes' }], []],
  ['an operator that is not known', [{ key: 'spot', operator: 'In', value: 'yes' }], []],
  ['what is no list', { key: 'spot' }, []],
  ['what is no toleration', [null, 7, 'spot'], []],
])('%s tolerates', (_says, tolerations, expected) => { expect(toleratedOf(taints, tolerationsOf({ spec: { tolerations } }))).toEqual(expected.map((at) => taints[at])) })
test('what is no pod tolerates nothing', () => { for (const pod of [null, 7, 'x', [], {}, { spec: null }]) expect(tolerationsOf(pod)).toEqual([]) })
