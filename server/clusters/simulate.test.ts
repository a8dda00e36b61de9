import { expect, test } from 'vitest'
import { decideReport } from './decide-report'
import { type Granted, type Nature, type SimulatedNode, type SimulatedWorkload, simulate, type World } from './simulate'

const began = '2026-11-21T12:00:00.000Z'
const at = (seconds: number) => new Date(Date.parse(began) + seconds * 1_000).toISOString()
const nature: Nature = { seed: 'test', failsEveryHours: null, silentEveryHours: null }
const node = (id: string, more: Partial<SimulatedNode> = {}): SimulatedNode =>
  ({ id, cluster: 'c1', region: 'eu-one-1', isolation: 1, owner: null, tainted: false, cordoned: false, law: 'eu', place: null, model: 'A100', gpus: 8, gpuMemory: 80n, cpu: 64_000n, memory: 512n, reportedAt: null, ...more })
const grant = (allocation: string, gpus: bigint, more: Partial<Granted> = {}): Granted =>
  ({ allocation, tenant: 'a', namespace: 'red', name: 'train-it', begins: true, pods: 1, amounts: { 'nvidia.com/gpu': gpus }, admittedAt: began, isolation: 1, regions: ['eu-one-1'], models: [], nodes: null, resizedAt: null, ...more })
const runningOf = (world: World, now: string, of = nature) => simulate(world, of, now).flatMap(({ cluster, nodes }) => nodes.flatMap((said) => said.workloads.map((workload) => ({ ...workload, cluster, node: said.node }))))
/** The world as it is told after a report. */
const told = (world: World, now: string, of = nature): World => ({
  ...world, nodes: world.nodes.map((each) => ({ ...each, reportedAt: now })),
  workloads: runningOf(world, now, of).map((said): SimulatedWorkload => ({ id: said.workload, cluster: said.cluster, node: said.node, tenant: said.tenant, namespace: said.namespace, allocation: said.allocation, amounts: Object.fromEntries(Object.entries(said.amounts).map(([resource, amount]) => [resource, BigInt(amount)])), startedAt: said.startedAt, known: true, overAt: null })),
})
const world = (nodes: SimulatedNode[], ...granted: Granted[]): World => ({ nodes, workloads: [], granted })

test('the same world, seed and moment say the same to the byte; another seed says something else', () => {
  const one = told(world([node('n1'), node('n2')], grant('x', 4n), grant('y', 2n)), at(70))
  expect(JSON.stringify(simulate(one, nature, at(80)))).toBe(JSON.stringify(simulate(one, nature, at(80))))
  expect(JSON.stringify(simulate(one, { ...nature, seed: 'other' }, at(80)))).not.toBe(JSON.stringify(simulate(one, nature, at(80))))
})
test('work begins some time after it was let in, all pods together, and is not begun twice', () => {
  const one = world([node('n1'), node('n2')], grant('x', 12n, { pods: 3 }))
  expect(runningOf(one, at(19))).toEqual([])
  expect(runningOf(one, at(60)).map((said) => [said.workload, said.node, said.amounts['nvidia.com/gpu'], said.startedAt])).toEqual([['x-0', 'n1', '4', at(60)], ['x-1', 'n1', '4', at(60)], ['x-2', 'n2', '4', at(60)]])
  const next = told(one, at(60))
  expect(runningOf(next, at(70)).map(({ startedAt }) => startedAt)).toEqual(Array(3).fill(at(60)))
})
test('what has no room for all of it does not begin, and what comes after it may', () => {
  expect(runningOf(world([node('n1')], grant('x', 12n, { pods: 3 }), grant('y', 8n)), at(60)).map(({ workload }) => workload)).toEqual(['y-0'])
})
test.each<[says: string, of: Partial<SimulatedNode>, grant: Partial<Granted>, begins: boolean]>([
  ['a node of another region', { region: 'us-one-1' }, {}, false], ['a node of another’s', { owner: 'b', isolation: 2 }, {}, false], ['a node of their own', { owner: 'a', isolation: 2, tainted: true }, {}, true], ['a tainted node', { tainted: true }, {}, false],
  ['a cordoned node', { cordoned: true }, {}, false], ['a node that keeps too little apart', { isolation: 1 }, { isolation: 2 }, false], ['another model', {}, { models: ['H100'] }, false], ['that model', {}, { models: ['H100', 'A100'] }, true],
  ['a node without GPUs', { model: null, gpus: 0 }, {}, false], ['no GPUs asked for', { model: null, gpus: 0 }, { amounts: { cpu: 1_000n } }, true], ['too few cores', { cpu: 999n }, { amounts: { cpu: 1_000n } }, false], ['too little memory', { memory: 1n }, { amounts: { memory: 2n } }, false],
  ['the node that was chosen for it, whatever it is', { cordoned: true }, { nodes: ['n1'] }, true], ['the node that was chosen, where it has no room for all pods', {}, { pods: 9, amounts: { 'nvidia.com/gpu': 9n }, nodes: Array.from({ length: 9 }, () => 'n1') }, false], ['a node that is not there', {}, { nodes: ['n9'] }, false], ['fewer nodes than pods', {}, { nodes: [] }, false],
])('on %s', (_says, of, more, begins) => { expect(runningOf(world([node('n1', of)], grant('x', 1n, more)), at(60)).length).toBe(begins ? 1 : 0) })

test('pods of one allocation are in one cluster', () => {
  expect(runningOf(world([node('n1'), node('n2', { cluster: 'c2' })], grant('x', 16n, { pods: 2 })), at(60))).toEqual([])
})
test('what is over ends soon; what nobody knows runs on', () => {
  const one = told(world([node('n1')], grant('x', 4n)), at(60))
  const [workload] = one.workloads
  if (!workload) throw new Error('it runs')
  const over: World = { ...one, granted: [], workloads: [{ ...workload, overAt: at(100) }, { ...workload, id: 'rogue', allocation: null, known: false }] }
  expect(runningOf(over, at(115)).map((said) => said.workload)).toEqual(['rogue'])
})
test('what was given another size begins again with that where it is, once', () => {
  const one = told(world([node('n1'), node('n2')], grant('x', 12n, { pods: 3 }), grant('y', 2n)), at(60))
  const smaller: World = { ...one, granted: [grant('x', 6n, { pods: 3, begins: false, resizedAt: at(65) }), grant('y', 2n, { begins: false })] }
  expect(runningOf(smaller, at(70)).map((said) => [said.workload, said.node, said.amounts['nvidia.com/gpu'], said.startedAt])).toEqual([['x-0', 'n1', '2', at(70)], ['x-1', 'n1', '2', at(70)], ['x-2', 'n2', '2', at(70)], ['y-0', 'n2', '2', at(60)]])
  expect(runningOf(told(smaller, at(70)), at(80)).map((said) => said.startedAt).sort()).toEqual([at(60), at(70), at(70), at(70)])
})
test('the ledger’s running work that is nowhere is not begun again', () => { expect(runningOf(world([node('n1')], grant('x', 4n, { begins: false })), at(600))).toEqual([]) })
test('a failure is said again until the ledger has heard of it, and comes at the moment that the seed says', () => {
  const failing = { ...nature, failsEveryHours: 1 }
  const one = told(world([node('n1')], grant('x', 4n)), at(60))
  const failed = (hours: number) => runningOf(one, at(60 + hours * 3_600), failing).map((said) => said.failed)
  expect([failed(0), failed(30), failed(31)]).toEqual([[false], [true], [true]])
  expect(runningOf(one, at(60 + 108_000)).map((said) => said.failed)).toEqual([false])
})
test('a silent node says nothing for an hour, and is heard of after it', () => {
  const heard = (seconds: number) => simulate(world(Array.from({ length: 40 }, (_, n) => node(`n${n}`))), { ...nature, silentEveryHours: 2 }, at(seconds)).flatMap(({ nodes }) => nodes.map((said) => said.node))
  expect(heard(0)).toEqual(heard(1_800))
  expect([heard(0).length < 40, heard(0).length > 0, new Set([0, 1, 2, 3, 4, 5, 6].flatMap((hours) => heard(hours * 3_600))).size > 35]).toEqual([true, true, true])
})
test.each([['train-it', 800, 1_000], ['idle-one', 0, 20], ['serve-it', 100, 900], ['stream-it', 40, 80], ['solve-it', 975, 995]])('what %s uses of its GPUs stays between %i and %i thousandths for a day', (name, least, most) => {
  const one = told(world([node('n1')], grant('x', 4n, { name })), at(60))
  const uses = Array.from({ length: 96 }, (_, quarter) => runningOf(one, at(60 + quarter * 900))[0]?.gpuUse ?? -1)
  expect([Math.min(...uses) >= least, Math.max(...uses) <= most]).toEqual([true, true])
})
test('no sound simulation ever says what cannot be: a thousand random worlds', () => {
  let seed = 7
  const random = (below: number) => { seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0; return seed % below }
  for (let play = 0; play < 1_000; play++) {
    let one = world(Array.from({ length: 1 + random(5) }, (_, n) => node(`n${n}`, { cluster: `c${random(2)}` })), ...Array.from({ length: random(12) }, (_, n) => grant(`x${n}`, BigInt(random(5)) * 2n, { pods: 1 + random(2), admittedAt: at(random(100)) })))
    for (const seconds of [60, 90, 200]) {
      for (const report of simulate(one, nature, at(seconds))) {
        for (const said of report.nodes) expect(decideReport(one.nodes.find(({ id }) => id === said.node) ?? null, report.cluster, said, at(seconds)).outcome).toBe('takes')
      }
      one = told(one, at(seconds))
    }
  }
})
