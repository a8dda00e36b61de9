/** Guarantee: whoever takes more of a shared node than it is charged, from when another’s work does less there, is one case that names whose; of that it reads nothing itself. What was not heard, a node of one’s own and what is reserved are none. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { slotMs, slotOf } from '~/server/clusters/slot'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { runOnce } from '~/server/engine/loops'
import { makeRoom, wishIn } from '~/server/testing/asking'
import { type Cluster, makeCluster } from '~/server/testing/cluster'
import { connectAs, doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { loudSlots, overFrom, quietSlots } from './decide-neighbours'
import { watchNeighbours } from './watch-neighbours'

let [loud, slowed]: World[] = []
let fleet: Cluster
let slow: string
// In slots of its own: whoever else looks in this database looks now.
let at = slotOf(new Date()).getTime() + 500 * slotMs
const nodeCpu = 64_000
const worldOf = (world: World | undefined): World => {
  if (!world) throw new Error('there is no such world')
  return world
}
beforeAll(async () => {
  loud = await makeWorld()
  slowed = await makeWorld()
  for (const world of [loud, slowed]) {
    await makeRoom(world)
    fleet = await makeCluster(world)
  }
  slow = await running(slowed)
  await has(slowed, 'slow', slow, 4_000)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

async function running(world: World): Promise<string> {
  const answer = await (await doorFor(world.admin)).allocations.create(wishIn(world, 1, { hours: 700 }))
  const id = answer.ok ? (answer.value.allocation ?? '') : ''
  await loading((sql) => sql.query("UPDATE allocation SET state = 'running', running_at = admitted_at WHERE id = $1", [id]))
  return id
}
const has = (world: World, id: string, allocation: string | null, cpu: number) => loading((sql) => sql.query(
  "INSERT INTO workload (cluster_id, id, tenant_id, namespace_id, allocation_id, node_id, resources, amounts, cpu_use, memory_use, started_at, reported_at) VALUES ($1, $2, $3, 'red', $4, $5, '{cpu,memory}', ARRAY[$6::bigint, 1024], 0, 100, now(), now())",
  [fleet.cluster, id, world.a, allocation, fleet.nodes[0], cpu]))
const says = (id: string, cpuUse: number, heardAt = at) => loading((sql) => sql.query('UPDATE workload SET cpu_use = $3, reported_at = $4 WHERE cluster_id = $1 AND id = $2', [fleet.cluster, id, cpuUse, new Date(heardAt)]))
const look = () => runOnce({ name: 'watch-neighbours', everyMs: 0, leaseSeconds: 5, run: (name) => watchNeighbours(name, new Date(at)) })
const cases = async () => {
  const door = await doorFor(worldOf(loud).platformAuditor)
  const listed = await Promise.all((['new', 'tried_out'] as const).map((show) => door.cases.list({ show, kind: 'tenants.noisy_neighbour', ...firstPage })))
  return listed.flatMap(({ rows }) => rows).filter(({ tenant }) => [loud, slowed].some((world) => world?.a === tenant))
}
/** An hour in which all is well, and half of one in which one uses so much and the other less. Answers how often that was told in all. */
async function play(cpuUse: number, { slots = loudSlots, oldMs = 0 } = {}): Promise<number> {
  for (let n = 0; n < quietSlots + slots; n++) {
    at += slotMs
    await says('slow', n < quietSlots ? 900 : 400)
    await says('loud', n < quietSlots ? 0 : cpuUse, n < quietSlots ? at : at - oldMs)
    expect([await look(), await look()]).toEqual(['ran', 'ran'])
  }
  return (await cases()).reduce((sum, { signals }) => sum + signals, 0)
}
const enough = (nodeCpu * overFrom) / 1_000

test('a step below what is told of, in one look less, or where it was not heard of for five minutes, there is no case; at it there is one, which all of it is part of', async () => {
  await has(worldOf(loud), 'loud', null, enough)
  expect([await play(999), await play(1_000, { slots: loudSlots - 1 }), await play(1_000, { oldMs: 5 * 60_000 })]).toEqual([0, 0, 0])
  expect([await play(1_000), await play(1_001)]).toEqual([1, 2])
  const [file, ...more] = await cases()
  expect([file?.tenant, more]).toEqual([worldOf(loud).a, []])
  const { seen } = await (await doorFor(worldOf(loud).platformAuditor)).cases.read({ case: file?.case ?? '' })
  expect(seen[1]?.body).toMatchObject({ tenant: worldOf(loud).a, node: fleet.nodes[0], over: overFrom, slowed: [{ tenant: worldOf(slowed).a, allocation: slow, was: 900, is: 400 }] })
})
test('what is charged is not beyond it, whatever it is used for; what is used beyond it is, and reserved capacity is left out', async () => {
  const own = await running(worldOf(loud))
  const charged = await loading(async (sql) => {
    await sql.query("UPDATE allocation SET resources = array_append(resources, 'cpu'), amounts = array_append(amounts, 1000) WHERE id = $1 AND NOT 'cpu' = ANY (resources)", [own])
    await sql.query('UPDATE workload SET allocation_id = $2, amounts[1] = (SELECT amounts[array_position(resources, \'cpu\')] FROM allocation WHERE id = $2::uuid) WHERE cluster_id = $1 AND id = \'loud\'', [fleet.cluster, own])
    const { rows: [{ cpu }] } = await sql.query("SELECT amounts[1]::int AS cpu FROM workload WHERE cluster_id = $1 AND id = 'loud'", [fleet.cluster])
    return cpu as number
  })
  const beyond = Math.ceil((enough * 1_000) / charged)
  expect([await play(beyond), await play(beyond + 1_000)]).toEqual([2, 3])
  await loading((sql) => sql.query('UPDATE allocation SET reserved = true, preemptible = false WHERE id = $1', [own]))
  expect(await play(beyond + 1_000)).toBe(3)
  await loading((sql) => sql.query('UPDATE allocation SET reserved = false WHERE id = $1', [own]))
  await loading((sql) => sql.query('UPDATE pool SET isolation_level = 2, owner_tenant = $2 WHERE cluster_id = $1', [fleet.cluster, worldOf(slowed).a]))
  expect(await play(beyond + 1_000)).toBe(3)
})
test('its tenant reads what it did, and nothing of where or whose; whose work did less reads nothing', async () => {
  const [file] = await cases()
  await loading((sql) => sql.query('UPDATE case_file SET shadow = false WHERE id = $1', [file?.case]))
  const { a: tenant, admin, platformAdmin } = worldOf(loud)
  expect(await (await doorFor(platformAdmin)).cases.notify({ tenant, case: file?.case ?? '' })).toMatchObject({ ok: true })
  const { seen } = await (await doorFor(admin)).cases.readInTenant({ tenant, case: file?.case ?? '' })
  expect(seen.map(({ body }) => Object.keys(body).sort())).toEqual([['over', 'since'], ['over', 'since'], ['over', 'since']])
  const other = worldOf(slowed)
  expect((await (await doorFor(other.admin)).cases.listInTenant({ tenant: other.a, ...firstPage })).rows).toEqual([])
  await expect((await doorFor(other.admin)).cases.readInTenant({ tenant: other.a, case: file?.case ?? '' })).rejects.toThrow('not_found')
})
test('nobody but the engine reads what is used on a node', async () => {
  for (const role of ['web', 'auditor'] as const) {
    const sql = await connectAs(role)
    await expect(sql.query('SELECT * FROM node_use')).rejects.toMatchObject({ code: '42501' })
    await sql.end()
  }
})
