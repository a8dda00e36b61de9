import { expect, test } from 'vitest'
import type { Allowed, Shape } from './decide-feasible'
import { type Candidate, decideNode, type NodeDecision, type NodeRow } from './decide-node'
import { placementRefusals } from './placement.refusals'

const row: NodeRow = { id: 'a', version: 3, region: 'eu-1', cluster: 'c', pool: 'p', model: 'T4', gpuMemoryBytes: 16, taints: [], isolation: 1, owner: null, cordoned: false, cpuMilliFree: 8000, memoryBytesFree: 100, gpuMilliFree: [1000, 500] }
const shape: Shape = { cpuMilli: 4000, memoryBytes: 10, gpus: 1, gpuMilli: 500, models: 'any', gpuMemoryBytes: 0 }
const allowed: Allowed = { tenant: 'acme', isolation: 1, tolerates: [], regions: ['eu-1'], clusters: 'any', pools: 'any' }
const proposed = (...ids: string[]): Candidate[] => ids.map((id) => ({ id, version: 3, gpus: [0] }))
const cases: [says: string, candidates: Candidate[], rows: NodeRow[], expected: NodeDecision][] = [
  ['the first, on the GPUs that were proposed', proposed('a', 'b'), [row, { ...row, id: 'b' }], { ok: true, id: 'a', version: 3, gpus: [0] }],
  ['the order is the candidates’, not the rows’', proposed('b', 'a'), [row, { ...row, id: 'b' }], { ok: true, id: 'b', version: 3, gpus: [0] }],
  ['one that changed and still fits, at its new version and on the tightest GPUs', proposed('a'), [{ ...row, version: 4 }], { ok: true, id: 'a', version: 4, gpus: [1] }],
  ['one on which something else was taken instead of what was expected, at the version that this would have made', proposed('a'), [{ ...row, gpuMilliFree: [250, 1000] }], { ok: true, id: 'a', version: 3, gpus: [1] }],
  ['the second when the first has filled', proposed('a', 'b'), [{ ...row, version: 4, gpuMilliFree: [0, 499] }, { ...row, id: 'b' }], { ok: true, id: 'b', version: 3, gpus: [0] }],
  ['nobody was proposed', [], [row], { ok: false, refusal: 'no_node_fits', why: {} }],
  ['a node that is no more', proposed('z'), [row], { ok: false, refusal: 'nodes_taken_meanwhile', why: { gone: 1 } }],
  ['each for its own reason', proposed('a', 'b', 'c', 'd'), [{ ...row, cpuMilliFree: 0 }, { ...row, id: 'b', cordoned: true }, { ...row, id: 'c', cpuMilliFree: 1 }, { ...row, id: 'd', owner: 'globex', isolation: 2 }], { ok: false, refusal: 'nodes_taken_meanwhile', why: { too_little_cpu: 2, cordoned: 1, dedicated_to_another: 1 } }],
  ['a region that is not what it was, at the same version', proposed('a'), [{ ...row, region: 'us-1' }], { ok: false, refusal: 'nodes_taken_meanwhile', why: { region_not_allowed: 1 } }],
  ['a region that nobody knows any more', proposed('a'), [{ ...row, region: null }], { ok: false, refusal: 'nodes_taken_meanwhile', why: { region_unknown: 1 } }],
  ['a ninth is not looked at', [...proposed('1', '2', '3', '4', '5', '6', '7', '8'), ...proposed('a')], [row], { ok: false, refusal: 'nodes_taken_meanwhile', why: { gone: 8 } }],
]
test.each(cases)('%s', (_says, candidates, rows, expected) => { expect(decideNode(candidates, rows, { shape, allowed })).toEqual(expected) })
test('every refusal of a node has a case', () => {
  const shown = new Set(cases.flatMap(([, , , expected]) => (expected.ok ? [] : expected.refusal)))
  expect(Object.keys(placementRefusals).filter((name) => name.includes('node') && !shown.has(name === 'no_node_fits' ? name : 'nodes_taken_meanwhile'))).toEqual([])
})
