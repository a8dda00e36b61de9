import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Nature } from '~/server/clusters/simulate'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease } from '~/server/database/lease'
import { compareFleet } from '~/server/reconciliation/compare-fleet'
import { type Cluster, makeCluster } from '~/server/testing/cluster'
import { recordsOf } from '~/server/testing/records'
import { replayed } from '~/server/testing/replay'
import { doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { reconcile } from './reconcile'
import { runClusters } from './run-clusters'

let world: World
let fleet: Cluster
let lease: string
/** Runs are everybody's, so the clock of these tests goes on from one to the next. */
let clock = Date.now()
beforeEach(async () => {
  world = await makeWorld()
  fleet = await makeCluster(world)
  lease = `reconcile-${world.mark}`
  await takeLease(lease, 600)
})
afterAll(async () => {
  await loading((sql) => sql.query('DELETE FROM reconciliation_run'))
  await closeLanes()
  await closeDatabase()
})

const calm: Nature = { seed: 'test', failsEveryHours: null, silentEveryHours: null }
const play = (nature = calm) => runClusters(lease, { now: new Date(clock), nature, clusters: [fleet.cluster] })
const pass = (seconds: number) => { clock += seconds * 1_000 }
/** Five minutes later, after the clusters have spoken. */
async function compare(): Promise<void> {
  pass(300)
  await play()
  await reconcile(lease, { now: new Date(clock), clusters: [fleet.cluster] })
}
async function ask(name: string, gpus: string, more: object = {}): Promise<string> {
  const wish = { tenant: world.a, namespace: 'red', name, class: 'normal', pods: 1, each: { 'nvidia.com/gpu': gpus }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 24, pod: null, claims: [], waits: false, ...more }
  const answer = await (await doorFor(world.lead)).allocations.create(wish)
  if (!answer.ok || answer.value.verdict !== 'admit') throw new Error(JSON.stringify(answer))
  return answer.value.allocation ?? ''
}
async function running(name: string, gpus: string, more: object = {}): Promise<string> {
  const allocation = await ask(name, gpus, more)
  pass(300)
  await play()
  return allocation
}
const rows = async (text: string, ...values: unknown[]) => (await loading((sql) => sql.query(text, values))).rows
/** A cluster's own doing. */
const onCluster = (text: string, ...values: unknown[]) => loading((sql) => sql.query(text, values))
const rogue = (id: string, gpus: number, allocation: string | null = null) =>
  onCluster(`INSERT INTO workload (cluster_id, id, tenant_id, namespace_id, allocation_id, node_id, resources, amounts, started_at, reported_at) VALUES ($1, $2, $3, 'red', $4, $5, '{nvidia.com/gpu}', ARRAY[$6::bigint], $7, $7)`, fleet.cluster, id, world.a, allocation, fleet.nodes[3], gpus, new Date(clock))
const standing = async () => (await rows("SELECT kind, used[1]::text AS used, unexplained[1]::text AS unexplained FROM account WHERE organisation_id = $1 AND (tenant_id = $2 AND (namespace_id = 'red' OR namespace_id IS NULL) OR tenant_id IS NULL) ORDER BY id", world.organisation, world.a)).map(({ kind, used, unexplained }) => `${kind} ${used} ${unexplained}`)
const stateOf = async (allocation: string) => (await rows('SELECT state FROM allocation WHERE id = $1', allocation))[0].state
const lastRun = async () => (await (await doorFor(world.platformAuditor)).reconciliation.list({ after: null, before: null })).rows[0]
const signals = async (kind: string) => (await loading(async (sql) => {
  await sql.query("SELECT set_config('app.platform', 'on', true)")
  return sql.query('SELECT body FROM signal WHERE kind = $1 AND (body->>$2)::timestamptz >= $3', [kind, 'at', new Date(clock)])
})).rows.map(({ body }) => body)
const corrections = async () => (await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.resource === 'reconciliation' || (entry.action.verb === 'fail')).map(({ entry }) => [entry.action.verb, entry.actor.serviceAccount, (entry.context as { after: object }).after])

test('where what runs is what was granted, nothing is done and a row says so', async () => {
  await running('train-it', '2')
  await compare()
  expect(await lastRun()).toMatchObject({ at: new Date(clock).toISOString(), allocations: 1, workloads: 1, orphans: 0, phantoms: 0, outOfBand: 0, unitMismatches: 0, lateReleases: 0, corrected: 0, offBy: 0, differences: [] })
  expect(await corrections()).toEqual([])
})
test('what nobody granted stands as unexplained in every account on the way, once, takes from what is free, and goes when it goes', async () => {
  await rogue('rogue', 3)
  await compare()
  expect(await standing()).toEqual(['organisation 0 3', 'tenant 0 3', 'namespace 0 3'])
  expect(await lastRun()).toMatchObject({ orphans: 1, corrected: 1, offBy: 10_000, alarming: ['the fleet', world.a] })
  expect(await signals('reconciliation.off')).toMatchObject([{ offBy: 10_000, of: ['the fleet', world.a], times: 1 }])
  const full = await (await doorFor(world.lead)).allocations.create({ tenant: world.a, namespace: 'red', name: 'full', class: 'normal', pods: 1, each: { 'nvidia.com/gpu': '6' }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false })
  expect(full).toMatchObject({ ok: false, about: [{ says: 'Quota exceeded: GPU limit 8, used 0, unexplained 3, requested 6' }] })
  await compare()
  expect(await lastRun()).toMatchObject({ orphans: 1, corrected: 0 })
  expect(await signals('reconciliation.off')).toEqual([])
  expect(await corrections()).toEqual([['correct', 'engine', { unexplained: { 'nvidia.com/gpu': '3' } }]])
  await onCluster('DELETE FROM workload WHERE cluster_id = $1', fleet.cluster)
  await compare()
  expect(await standing()).toEqual(['organisation 0 0', 'tenant 0 0', 'namespace 0 0'])
  expect(await replayed(world)).toEqual([])
})
test('what the ledger takes for running and is nowhere has failed, once, and gives back what it held', async () => {
  const allocation = await running('train-it', '2')
  await onCluster('DELETE FROM workload WHERE cluster_id = $1', fleet.cluster)
  await compare()
  expect([await stateOf(allocation), await standing()]).toEqual(['failed', ['organisation 0 0', 'tenant 0 0', 'namespace 0 0']])
  expect(await lastRun()).toMatchObject({ phantoms: 1, corrected: 1 })
  await compare()
  expect([await lastRun(), await corrections()]).toMatchObject([{ phantoms: 0, corrected: 0 }, [['fail', 'engine', { state: 'failed', because: 'phantom' }]]])
})
test('a silent cluster is no empty one', async () => {
  const allocation = await running('train-it', '2')
  await onCluster('DELETE FROM workload WHERE cluster_id = $1', fleet.cluster)
  pass(300)
  await reconcile(lease, { now: new Date(clock), clusters: [fleet.cluster] })
  expect([await stateOf(allocation), await lastRun()]).toMatchObject(['running', { phantoms: 0 }])
})
test('more than was granted, another unit, and what runs though it is over are told apart', async () => {
  const [more, unit, over] = [await running('train-more', '1'), await running('train-unit', '1'), await running('train-over', '1')]
  await onCluster("UPDATE workload SET amounts = '{2}' WHERE allocation_id = $1", more)
  await (await doorFor(world.lead)).allocations.release({ tenant: world.a, allocation: over })
  // As a cluster that does not speak lets it run on.
  await loading((sql) => sql.query("UPDATE allocation SET ended_at = $2 WHERE id = $1", [over, new Date(clock)]))
  await onCluster("UPDATE workload SET amounts = '{1024}' WHERE allocation_id = $1", unit)
  pass(300)
  await reconcile(lease, { now: new Date(clock), clusters: [fleet.cluster] })
  expect(await lastRun()).toMatchObject({ outOfBand: 1, unitMismatches: 1, lateReleases: 1, orphans: 0, phantoms: 0, corrected: 1 })
  expect(await standing()).toEqual(['organisation 2 2', 'tenant 2 2', 'namespace 2 2'])
  expect((await lastRun())?.differences.map(({ kind, amounts }) => [kind, amounts])).toEqual([['late_release', { 'nvidia.com/gpu': '1' }], ['out_of_band', { 'nvidia.com/gpu': '1' }], ['unit_mismatch', { 'nvidia.com/gpu': '1023' }]])
})
test('killed between comparing and setting right, or between setting right and saying so, it is set right once', async () => {
  await rogue('rogue', 2)
  pass(300)
  await play()
  await compareFleet(lease, new Date(clock), [fleet.cluster])
  expect(await standing()).toEqual(['organisation 0 0', 'tenant 0 0', 'namespace 0 0'])
  await reconcile(lease, { now: new Date(clock), clusters: [fleet.cluster] })
  await loading((sql) => sql.query('DELETE FROM reconciliation_run WHERE at = $1', [new Date(clock)]))
  await reconcile(lease, { now: new Date(clock), clusters: [fleet.cluster] })
  expect([await standing(), (await corrections()).length, (await lastRun())?.corrected]).toEqual([['organisation 0 2', 'tenant 0 2', 'namespace 0 2'], 1, 0])
})
test('before five minutes have passed nothing is compared; after more than ten a run was missed, and that is told once', async () => {
  await compare()
  const last = clock
  clock += 299_999
  await reconcile(lease, { now: new Date(clock), clusters: [fleet.cluster] })
  expect((await lastRun())?.at).toBe(new Date(last).toISOString())
  clock = last + 600_001
  await reconcile(lease, { now: new Date(clock), clusters: [fleet.cluster] })
  expect(await signals('reconciliation.missed')).toEqual([{ last: new Date(last).toISOString(), at: new Date(clock).toISOString() }])
  await compare()
  expect(await signals('reconciliation.missed')).toEqual([])
})

test.each([11, 23, 42])('seed %i: whatever is asked, ended, lost and smuggled in, and wherever it was killed, after the next run the ledger says what runs, and nothing is charged twice', async (seed) => {
  let state = seed
  const random = (below: number) => { state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0; return Math.floor((state / 2 ** 32) * below) }
  const alive: string[] = []
  const lead = async () => doorFor(world.lead)
  const falls: Nature = { ...calm, failsEveryHours: 2 }
  for (let step = 0; step < 40; step++) {
    switch (random(8)) {
      case 0: case 1: case 2: {
        const answer = await (await lead()).allocations.create({ tenant: world.a, namespace: 'red', name: `play-${step}`, class: 'normal', pods: 1 + random(2), each: { 'nvidia.com/gpu': '1' }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 700, pod: null, claims: [], waits: false })
        if (answer.ok && answer.value.allocation) alive.push(answer.value.allocation)
        break
      }
      case 3: if (alive.length) await (await lead()).allocations.release({ tenant: world.a, allocation: alive[random(alive.length)] ?? '' }); break
      case 4: await onCluster('DELETE FROM workload WHERE cluster_id = $1 AND allocation_id = $2', fleet.cluster, alive[random(alive.length)] ?? null); break
      case 5: await rogue(`rogue-${step}`, 1 + random(2)); break
      case 6: await onCluster("DELETE FROM workload WHERE cluster_id = $1 AND id LIKE 'rogue-%' AND id <> $2", fleet.cluster, `rogue-${random(step)}`); break
      default: pass(120)
    }
    pass(5 + random(40))
    if (random(2)) await play(falls)
    if (random(6) === 0) { pass(300); await reconcile(lease, { now: new Date(clock), clusters: [fleet.cluster] }) }
  }
  // The last failures are heard, and what was let in has begun, before it is looked at.
  for (let turn = 0; turn < 3; turn++) await compare()
  const [{ granted }] = await rows("SELECT coalesce(sum(amounts[1]) FILTER (WHERE state IN ('admitted', 'running')), 0)::text AS granted FROM allocation WHERE tenant_id = $1 AND ended_at IS NULL AND state <> 'waiting'", world.a)
  const [{ runs, unknown }] = await rows(`SELECT coalesce(sum(w.amounts[1]) FILTER (WHERE a.state = 'running'), 0)::text AS runs, coalesce(sum(w.amounts[1]) FILTER (WHERE a.id IS NULL), 0)::text AS unknown
    FROM workload w LEFT JOIN allocation a ON a.id = w.allocation_id WHERE w.cluster_id = $1`, fleet.cluster)
  expect(granted).toBe(runs)
  expect(await standing()).toEqual([`organisation ${granted} ${unknown}`, `tenant ${granted} ${unknown}`, `namespace ${granted} ${unknown}`])
  expect(await replayed(world)).toEqual([])
}, 60_000)
