/** What runs is made smaller by one posting: its accounts and its nodes get back the difference at once, and the rest when it ends. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admitByItself } from '~/server/admission/admit'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease } from '~/server/database/lease'
import { runClusters } from '~/server/engine/run-clusters'
import { longAgo } from '~/server/testing/long-ago'
import { freeOf, makeNodes, type TestNodes } from '~/server/testing/nodes'
import { replayed } from '~/server/testing/replay'
import { doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'
import { preemptAllocation } from './change-allocation'
import { shrinkAllocation } from './shrink-allocation'

const gpu = 'nvidia.com/gpu'
let world: World
let fleet: TestNodes
const lease = `shrink-${randomUUID()}`
beforeAll(async () => {
  world = await makeWorld()
  await loading(async (sql) => {
    for (const [kind, hard] of [['organisation', 400], ['tenant', 200], ['namespace', 40]] as const) await sql.query(`UPDATE account SET resources = '{nvidia.com/gpu}', nominal = ARRAY[$2::bigint], hard = ARRAY[$2::bigint], used = '{0}', held = '{0}', unexplained = '{0}' WHERE organisation_id = $1 AND kind = $3`, [world.organisation, hard, kind])
  })
  fleet = await makeNodes([world.a], [{ nodes: 4 }])
  expect(await takeLease(lease, 600)).toBe(true)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

let named = 0
async function run(pods: number, each: number, more: object = {}, by?: Person): Promise<string> {
  // Each time somebody else: whoever asks often is asked back.
  const person = by ?? (await world.person(`s${named}`, ['namespace_admin', world.a, 'red']))
  const answer = await (await doorFor(person)).allocations.create({ tenant: world.a, namespace: 'red', name: `train-${named++}`, class: 'normal', pods, each: { [gpu]: String(each) }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false, ...more })
  if (!answer.ok || answer.value.verdict !== 'admit' || answer.value.allocation === null) throw new Error(JSON.stringify(answer))
  await longAgo('id', answer.value.allocation)
  return answer.value.allocation
}
const seenToUse = (allocation: string, podMost: number, samples = 36) => loading((sql) => sql.query("INSERT INTO use_day (allocation_id, day, tenant_id, namespace_id, samples, gpu_use, pod_most) VALUES ($1, current_date, $2, 'red', $3, 0, $4)", [allocation, world.a, samples, podMost]))
const shrink = async (person: Person, allocation: string, gpus: number) => (await doorFor(person)).allocations.shrink({ tenant: world.a, allocation, gpus })
const byPlatform = (allocation: string, gpus: number) => admitByItself({ action: 'allocations.shrink', decider: shrinkAllocation, tenant: world.a, input: { tenant: world.a, allocation, gpus } })
const used = async () => (await loading((sql) => sql.query("SELECT kind, used[1]::int AS used FROM account WHERE organisation_id = $1 AND (tenant_id IS NULL OR (tenant_id = $2 AND (namespace_id IS NULL OR namespace_id = 'red'))) ORDER BY kind", [world.organisation, world.a]))).rows.map(({ used }) => used as number)
const rowOf = async (allocation: string) => (await loading((sql) => sql.query('SELECT state, amounts[1]::int AS gpus, devices::int, wish, placement FROM allocation WHERE id = $1', [allocation]))).rows[0] as { state: string; gpus: number; devices: number; wish: string; placement: { pods: { gpus: number[] }[] } }
const freeGpus = async () => (await freeOf(fleet)).reduce((sum, { gpus }) => sum + gpus.reduce((all, free) => all + free, 0), 0) / 1000

test('every account on the way and the nodes get back exactly the difference at once, its pods stay where they are, and to end it gives back the rest', async () => {
  const [before, free] = [await used(), await freeGpus()]
  const allocation = await run(2, 4)
  expect(await shrink(world.lead, allocation, 1)).toEqual({ ok: true, value: { allocation, state: 'admitted', endsAt: expect.any(String), repeats: false, asked: false } })
  expect([await used(), await freeGpus()]).toEqual([before.map((each) => each + 2), free - 2])
  const { placement, gpus, devices } = await rowOf(allocation)
  expect([gpus, devices, placement.pods.map((pod) => pod.gpus.length)]).toEqual([2, 2, [1, 1]])
  expect(await shrink(world.lead, allocation, 1)).toMatchObject({ ok: true, value: { repeats: true } })
  expect(await shrink(world.lead, allocation, 2)).toMatchObject({ ok: false, refusal: 'not_smaller' })
  const { decisions, allocation: shown } = await (await doorFor(world.lead)).allocations.read({ tenant: world.a, allocation })
  expect([shown.amounts, decisions.map(({ action, verdict }) => `${action} ${verdict}`)]).toEqual([[{ resource: gpu, amount: '2' }], ['allocations.create admit', 'allocations.shrink admit', 'allocations.shrink admit', 'allocations.shrink refuse']])
  expect(await (await doorFor(world.lead)).allocations.release({ tenant: world.a, allocation })).toMatchObject({ ok: true })
  expect([await used(), await freeGpus()]).toEqual([before, free])
  expect(await shrink(world.lead, allocation, 1)).toMatchObject({ ok: false, refusal: 'over' })
})
test('nobody makes it smaller than what was seen of it needs, also who was proposed that before; by what its cluster says now, too', async () => {
  const allocation = await run(1, 8)
  await seenToUse(allocation, 2_400)
  const door = await doorFor(world.lead)
  expect(await door.allocations.previewShrink({ tenant: world.a, allocation, gpus: 3 })).toMatchObject({ ok: true, value: { refusal: null, has: '8', need: '3', wellKnown: true, lines: [{ level: 'namespace', resource: gpu }] } })
  expect(await door.allocations.previewShrink({ tenant: world.a, allocation, gpus: 2 })).toMatchObject({ ok: true, value: { refusal: 'below_need', lines: [] } })
  await loading((sql) => sql.query(`INSERT INTO workload (cluster_id, id, tenant_id, namespace_id, allocation_id, node_id, resources, amounts, gpu_use, cpu_use, memory_use, started_at, reported_at)
    SELECT $1, id::text, tenant_id, namespace_id, id, placement #>> '{pods,0,node}', '{nvidia.com/gpu}', '{8}', 501, 0, 0, now(), now() FROM allocation WHERE id = $2::uuid`, [fleet.clusters[0], allocation]))
  expect(await shrink(world.lead, allocation, 3)).toEqual({ ok: false, refusal: 'below_need', about: [{ field: 'gpus', says: 'At its most one of its pods used 4.008 GPUs in the last week, and so each needs 5.' }] })
  expect(await byPlatform(allocation, 4)).toMatchObject({ ok: false, refusal: 'below_need' })
  expect(await byPlatform(allocation, 5)).toMatchObject({ ok: true, value: { repeats: false } })
  expect((await rowOf(allocation)).gpus).toBe(5)
})
test('of what was looked at too little the platform makes nothing smaller, and of what is reserved neither; its own people may', async () => {
  const allocation = await run(1, 4)
  await seenToUse(allocation, 900, 35)
  expect(await byPlatform(allocation, 2)).toMatchObject({ ok: false, refusal: 'use_unknown' })
  await loading((sql) => sql.query('UPDATE allocation SET reserved = true, preemptible = false WHERE id = $1', [allocation]))
  expect(await byPlatform(allocation, 2)).toMatchObject({ ok: false, refusal: 'reserved' })
  expect(await shrink(world.lead, allocation, 2)).toMatchObject({ ok: true })
})
test('whoever works in the namespace makes smaller what is theirs, and in a frozen tenant nobody does', async () => {
  const [theirs, other] = [await world.person('theirs', ['developer', world.a, 'red']), await world.person('other', ['developer', world.a, 'red'])]
  const allocation = await run(1, 2)
  await loading((sql) => sql.query('UPDATE allocation SET asked_by = $2 WHERE id = $1', [allocation, theirs.id]))
  expect(await shrink(other, allocation, 1)).toMatchObject({ ok: false, refusal: 'not_yours' })
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [world.a]))
  expect(await shrink(theirs, allocation, 1)).toMatchObject({ ok: false, refusal: 'tenant_frozen' })
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = NULL WHERE id = $1', [world.a]))
  expect(await shrink(theirs, allocation, 1)).toMatchObject({ ok: true })
})
test('what lost its place and waits again asks for as much as it had, and no more', async () => {
  const allocation = await run(1, 4, { waits: true })
  expect(await shrink(world.lead, allocation, 3)).toMatchObject({ ok: true })
  await loading((sql) => sql.query('UPDATE allocation SET preemptible = true WHERE id = $1', [allocation]))
  expect(await admitByItself({ action: 'allocations.preempt', decider: preemptAllocation, tenant: world.a, input: { tenant: world.a, allocation } })).toMatchObject({ ok: true, value: { state: 'waiting' } })
  expect((JSON.parse((await rowOf(allocation)).wish) as { wish: { each: object } }).wish.each).toEqual({ [gpu]: '3' })
})
test('its cluster begins its pods again with what they have, and nothing runs beyond what was granted', async () => {
  const allocation = await run(2, 3)
  const amounts = async () => (await loading((sql) => sql.query('SELECT amounts[1]::int AS gpus, started_at FROM workload WHERE allocation_id = $1 ORDER BY id', [allocation]))).rows as { gpus: number; started_at: Date }[]
  const hear = (minutes: number) => runClusters(lease, { clusters: fleet.clusters, now: new Date(Date.now() + minutes * 60_000), nature: { seed: 'shrink', failsEveryHours: null, silentEveryHours: null } })
  await loading((sql) => sql.query("UPDATE node SET reported_at = now() WHERE id = ANY ($1)", [fleet.nodes.flat()]))
  await hear(0.5)
  const begun = await amounts()
  expect([begun.map(({ gpus }) => gpus), (await rowOf(allocation)).state]).toEqual([[3, 3], 'running'])
  await loading((sql) => sql.query("UPDATE workload SET started_at = started_at - interval '5 minutes', gpu_use = 0 WHERE allocation_id = $1", [allocation]))
  expect(await shrink(world.lead, allocation, 1)).toMatchObject({ ok: true, value: { state: 'running' } })
  await hear(1)
  const smaller = await amounts()
  expect([smaller.map(({ gpus }) => gpus), smaller.every(({ started_at: at }, pod) => at > (begun[pod]?.started_at ?? at))]).toEqual([[1, 1], true])
  expect(await replayed(world)).toEqual([])
})
