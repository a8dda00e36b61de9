import { afterAll, beforeEach, expect, test } from 'vitest'
import { hearClusters } from '~/server/clusters/hear-clusters'
import type { NodeReport } from '~/server/clusters/report'
import type { Nature } from '~/server/clusters/simulate'
import { takeReport } from '~/server/clusters/take-report'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease, underLease } from '~/server/database/lease'
import { type Cluster, makeCluster } from '~/server/testing/cluster'
import { makeNodes } from '~/server/testing/nodes'
import { numberAll, recordsOf } from '~/server/testing/records'
import { replayed } from '~/server/testing/replay'
import { statementsIn } from '~/server/testing/statements'
import { connectAs, doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { runClusters } from './run-clusters'

let world: World
let fleet: Cluster
let lease: string
beforeEach(async () => {
  world = await makeWorld()
  fleet = await makeCluster(world)
  lease = `clusters-${world.mark}`
  await takeLease(lease, 600)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const calm: Nature = { seed: 'test', failsEveryHours: null, silentEveryHours: null }
const after = (seconds: number) => new Date(Date.now() + seconds * 1_000)
const play = (now: Date, nature = calm) => runClusters(lease, { now, nature, clusters: [fleet.cluster] })
async function ask(name: string, gpus: string, more: object = {}): Promise<string> {
  const wish = { tenant: world.a, namespace: 'red', name, class: 'normal', pods: 1, each: { 'nvidia.com/gpu': gpus }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 24, pod: null, claims: [], waits: false, ...more }
  const answer = await (await doorFor(world.lead)).allocations.create(wish)
  if (!answer.ok || answer.value.verdict !== 'admit') throw new Error(JSON.stringify(answer))
  return answer.value.allocation ?? ''
}
const rows = async (text: string, ...values: unknown[]) => (await loading((sql) => sql.query(text, values))).rows
const stateOf = async (allocation: string) => (await rows('SELECT state, region, running_at IS NOT NULL AS began FROM allocation WHERE id = $1', allocation))[0]
const used = async () => BigInt((await rows("SELECT used[1] AS used FROM account WHERE kind = 'tenant' AND tenant_id = $1", world.a))[0].used)
const decisions = async (allocation: string) => (await loading(async (sql) => {
  await sql.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [world.a])
  return sql.query('SELECT action, verdict, reason FROM decision WHERE allocation_id = $1 ORDER BY at, id', [allocation])
})).rows.map(({ action, verdict, reason }) => [action, verdict, reason].filter(Boolean).join(' '))
const workloads = (allocation: string) => rows('SELECT id, node_id, gpu_use FROM workload WHERE allocation_id = $1 ORDER BY id', allocation)
const signals = async (kind: string) => (await loading(async (sql) => {
  await sql.query("SELECT set_config('app.platform', 'on', true)")
  return sql.query('SELECT body FROM signal WHERE kind = $1 AND body::text LIKE $2', [kind, `%${world.mark}%`])
})).rows.map(({ body }) => body)

test('what was let in runs once its cluster says so: once in the ledger, with a record in the engine’s name, and with what it uses', async () => {
  const allocation = await ask('train-it', '2', { pods: 2 })
  await play(after(10))
  expect([await stateOf(allocation), await workloads(allocation)]).toEqual([{ state: 'admitted', region: null, began: false }, []])
  for (const seconds of [70, 80, 90]) await play(after(seconds))
  expect(await stateOf(allocation)).toEqual({ state: 'running', region: fleet.region, began: true })
  expect((await workloads(allocation)).map(({ id, node_id, gpu_use }) => [id, fleet.nodes.includes(node_id), gpu_use > 800])).toEqual([[`${allocation}-0`, true, true], [`${allocation}-1`, true, true]])
  expect(await decisions(allocation)).toEqual(['allocations.create admit', 'allocations.run admit'])
  expect((await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.verb === 'run').map(({ entry }) => [entry.actor.serviceAccount, entry.context])).toEqual([['engine', expect.objectContaining({ before: expect.objectContaining({ state: 'admitted' }), after: expect.objectContaining({ state: 'running', region: fleet.region }) })]])
  expect(await used()).toBe(4n)
})
test('who may read it reads since when it runs, how much of what it has it uses, and why it ended', async () => {
  const allocation = await ask('train-it', '2', { pods: 2 })
  const read = async () => (await doorFor(world.auditor)).allocations.read({ tenant: world.a, allocation })
  expect(await read()).toMatchObject({ use: { pods: 0, gpuUse: null, cpuUse: null, memoryUse: null, reportedAt: null }, ending: null })
  await play(after(70))
  const running = await read()
  expect(running).toMatchObject({ allocation: { state: 'running', region: fleet.region }, use: { pods: 2 }, ending: null })
  expect([(running.use.gpuUse ?? 0) > 800, running.use.cpuUse !== null, running.use.memoryUse !== null]).toEqual([true, true, true])
  await play(after(3_600), { ...calm, failsEveryHours: 0.01 })
  expect(await read()).toMatchObject({ allocation: { state: 'failed' }, ending: { person: null, because: 'reported' } })
})
test('killed between hearing it and saying it in the ledger, it is said the next time, and once', async () => {
  const allocation = await ask('train-it', '1')
  await hearClusters(lease, { now: after(70), nature: calm, clusters: [fleet.cluster] })
  expect([(await stateOf(allocation)).state, (await workloads(allocation)).length]).toEqual(['admitted', 1])
  await play(after(80))
  expect([(await stateOf(allocation)).state, await decisions(allocation)]).toEqual(['running', ['allocations.create admit', 'allocations.run admit']])
})
test('what is released is gone from its cluster soon after', async () => {
  const allocation = await ask('train-it', '1')
  await play(after(70))
  await (await doorFor(world.lead)).allocations.release({ tenant: world.a, allocation })
  await play(after(90))
  expect(await workloads(allocation)).toEqual([])
})
test('what fails gives back what it held, once, also where the process that heard of it was killed', async () => {
  const allocation = await ask('train-it', '2', { pods: 2 })
  await play(after(70))
  expect(await used()).toBe(4n)
  const falls: Nature = { ...calm, failsEveryHours: 0.01 }
  await hearClusters(lease, { now: after(3_600), nature: falls, clusters: [fleet.cluster] })
  expect((await stateOf(allocation)).state).toBe('running')
  for (const seconds of [3_610, 3_620, 3_650]) await play(after(seconds), falls)
  expect([(await stateOf(allocation)).state, await used(), await workloads(allocation)]).toEqual(['failed', 0n, []])
  expect(await decisions(allocation)).toEqual(['allocations.create admit', 'allocations.run admit', 'allocations.fail admit'])
  expect(await replayed(world)).toEqual([])
})
test('what lost its place and has another begins anew: what ran of it before neither says that it runs nor that it failed, and is gone soon after', async () => {
  const allocation = await ask('train-it', '1')
  await play(after(70))
  const [before] = await workloads(allocation)
  // It lost its place, waited, and had its turn within one report of its cluster.
  await rows("UPDATE allocation SET state = 'admitted', preemptions = 1, running_at = NULL, admitted_at = $2 WHERE id = $1", allocation, after(75))
  const old = { workload: before.id, tenant: world.a, namespace: 'red', allocation, amounts: { 'nvidia.com/gpu': '1' }, gpuUse: null, cpuUse: null, memoryUse: null, startedAt: after(70).toISOString(), failed: true }
  expect(await take(fleet.cluster, [nodeSays(before.node_id, after(76), { workloads: [old] })], after(76))).toMatchObject({ taken: 1, begun: [], failed: [] })
  await play(after(77))
  expect((await stateOf(allocation)).state).toBe('admitted')
  await play(after(91))
  expect([await workloads(allocation), (await stateOf(allocation)).state]).toEqual([[], 'admitted'])
  await play(after(136))
  expect([(await workloads(allocation)).length, (await stateOf(allocation)).state]).toEqual([1, 'running'])
})
test('what finds no room stays admitted, and begins when there is some', async () => {
  const allocation = await ask('train-it', '1')
  await loading((sql) => sql.query("INSERT INTO workload (cluster_id, id, node_id, resources, amounts, started_at, reported_at) SELECT $1, 'full-' || node, node, '{nvidia.com/gpu}', '{8}', now(), now() FROM unnest($2::text[]) node", [fleet.cluster, fleet.nodes]))
  await play(after(70))
  expect((await stateOf(allocation)).state).toBe('admitted')
  await loading((sql) => sql.query("DELETE FROM workload WHERE cluster_id = $1", [fleet.cluster]))
  await play(after(80))
  expect([(await stateOf(allocation)).state, (await workloads(allocation)).length]).toEqual(['running', 1])
})

const nodeSays = (node: string, at: Date, more: Partial<NodeReport> = {}): NodeReport => ({ node, at: at.toISOString(), place: null, model: 'A100', gpus: 8, gpuMemory: String(80n * 2n ** 30n), cpu: '64000', memory: String(512n * 2n ** 30n), workloads: [], ...more })
const take = (cluster: string, nodes: NodeReport[], now = after(0)) => underLease(lease, { loop: 'fleet' }, (sql) => takeReport(sql, { cluster, nodes }, now))

test('a node that says what cannot be is cordoned: none of it is taken, a signal and a record say so, once; the others are heard', async () => {
  const [strange = '', sound = ''] = fleet.nodes
  const now = after(0)
  const rogue = { workload: 'rogue', tenant: world.a, namespace: 'red', allocation: null, amounts: { 'nvidia.com/gpu': '9' }, gpuUse: null, cpuUse: null, memoryUse: null, startedAt: now.toISOString(), failed: false }
  const said = [nodeSays(strange, now, { gpus: 10_000, workloads: [rogue] }), nodeSays(sound, now)]
  expect(await take(fleet.cluster, said, now)).toMatchObject({ taken: 1, cordoned: [strange] })
  expect(await take(fleet.cluster, said, now)).toMatchObject({ taken: 0, repeated: 1, cordoned: [] })
  expect(await rows('SELECT id, cordoned_because, reported_at >= $2 AS heard, version FROM node WHERE id = ANY ($1) ORDER BY id', [strange, sound], now)).toEqual([
    { id: strange, cordoned_because: 'It has more GPUs than it was added with.', heard: false, version: '2' }, { id: sound, cordoned_because: null, heard: true, version: '1' },
  ])
  expect(await rows('SELECT FROM workload WHERE cluster_id = $1', fleet.cluster)).toEqual([])
  expect(await signals('node.impossible_report')).toEqual([{ cluster: fleet.cluster, node: strange, because: 'gpus_appeared' }])
  await numberAll()
  expect((await recordsOf('platform', 'access')).filter(({ entry }) => entry.action.name === strange).map(({ entry }) => [entry.action.verb, entry.reason, entry.actor.serviceAccount])).toEqual([['cordon', 'gpus_appeared', 'engine']])
})
test('a cluster in which every node says what cannot be is heard with as few statements as one of which one does', async () => {
  const says = async (nodes: readonly string[]) => (await statementsIn(() => take(fleet.cluster, nodes.map((node) => nodeSays(node, after(0), { gpus: 10_000 }))))).length
  const [one = '', ...others] = fleet.nodes
  const few = await says([one])
  expect(await says(others)).toBe(few)
  expect(await rows('SELECT FROM node WHERE id = ANY ($1) AND cordoned_because IS NOT NULL', fleet.nodes)).toHaveLength(fleet.nodes.length)
  expect((await signals('node.impossible_report')).map(({ node }) => node).sort()).toEqual([...fleet.nodes].sort())
})
test('what a cluster says of another’s node touches nothing of it, and is told', async () => {
  const other = await makeCluster(world, { allowed: false })
  const now = after(0)
  expect(await take(other.cluster, [nodeSays(fleet.nodes[0] ?? '', now, { gpus: 10_000 })])).toMatchObject({ taken: 0, notThere: 1, cordoned: [] })
  expect(await rows('SELECT FROM node WHERE pool_id = $1 AND (cordoned_at IS NOT NULL OR reported_at >= $2)', fleet.cluster, now)).toEqual([])
  expect(await signals('cluster.strange_node')).toEqual([{ cluster: other.cluster, nodes: [fleet.nodes[0]], times: 1 }])
})
test('what runs where its tenant’s work may not be is ended at once, gives back what it held, and is told', async () => {
  const allocation = await ask('train-it', '1')
  const forbidden = await makeCluster(world, { allowed: false })
  const now = after(0)
  const claims = { workload: 'claims', tenant: world.a, namespace: 'red', allocation, amounts: { 'nvidia.com/gpu': '1' }, gpuUse: null, cpuUse: null, memoryUse: null, startedAt: now.toISOString(), failed: false }
  await take(forbidden.cluster, [nodeSays(forbidden.nodes[0] ?? '', now, { workloads: [claims] })], now)
  await runClusters(lease, { now: after(1), nature: calm, clusters: [forbidden.cluster] })
  expect([(await stateOf(allocation)).state, await used()]).toEqual(['failed', 0n])
  expect(await signals('residency.violated')).toEqual([{ tenant: world.a, allocation, region: forbidden.region }])
})
test('the platform reads which clusters there are, and which of their nodes are cordoned or silent', async () => {
  const silent = await makeCluster(world, { heard: false })
  await take(silent.cluster, [nodeSays(silent.nodes[0] ?? '', after(0)), nodeSays(silent.nodes[1] ?? '', after(0), { gpus: 9 })])
  const { rows: found } = await (await doorFor(world.platformAdmin)).clusters.list({ find: silent.cluster, after: null, before: null })
  expect(found).toEqual([expect.objectContaining({ cluster: silent.cluster, region: silent.region, nodes: 4, cordoned: 1, silent: 3, heardAt: expect.any(String) })])
})

test('nodes of several clusters are held in the one order in which everybody holds them: whoever holds one that comes first finds the others free', async () => {
  const { clusters, nodes: [[first = ''] = [], [last = ''] = []] } = await makeNodes([world.a], [{ nodes: 1, cluster: 1 }, { nodes: 1 }])
  await loading((sql) => sql.query("UPDATE node SET reported_at = now() - interval '1 second' WHERE id = ANY ($1)", [[first, last]]))
  const other = await connectAs('owner')
  await other.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  const { rows: [{ pid }] } = await other.query('SELECT pg_backend_pid() AS pid, 1 FROM node WHERE id = $1 FOR NO KEY UPDATE', [first])
  const heard = hearClusters(lease, { nature: calm, clusters })
  const waits = async () => (await rows('SELECT count(*)::int AS many FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', pid))[0].many > 0
  while (!(await waits())) await new Promise((done) => setTimeout(done, 20))
  expect((await other.query('SELECT id FROM node WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED', [last])).rows).toEqual([{ id: last }])
  await other.query('COMMIT')
  await other.end()
  expect(await heard).toEqual({ begun: [], failed: [] })
})
