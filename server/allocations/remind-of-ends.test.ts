import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease } from '~/server/database/lease'
import { measureUse } from '~/server/clusters/measure-use'
import { tellOfRequests } from '~/server/requests/tell-of-requests'
import { hold, makeRoom, tellOfTheRest, wishIn } from '~/server/testing/asking'
import { makeCluster } from '~/server/testing/cluster'
import { doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'
import { expireAllocations } from './expire-allocations'
import { remindOfEnds } from './remind-of-ends'

let world: World
const [reminding, measuring, expiring, telling] = ['remind', 'measure', 'expire', 'tell'].map((loop) => `${loop}-${randomUUID()}`) as [string, string, string, string]
beforeAll(async () => {
  world = await makeWorld()
  for (const lease of [reminding, measuring, expiring, telling]) expect(await takeLease(lease, 600)).toBe(true)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

let made = 0
/** Given for so many hours, of which so many are left. */
async function given(hours: number, left: number, { gpus = 4, by = world.developer, state = 'admitted' }: { gpus?: number; by?: Person; state?: string } = {}): Promise<string> {
  const [id, name] = [randomUUID(), `lease-${++made}`]
  await loading((sql) => sql.query(`INSERT INTO allocation (id, organisation_id, tenant_id, namespace_id, account_id, name, class, priority, asked_by, state, pods, resources, amounts, burst, preemptible, reserved, devices, asked_at, admitted_at, ends_at, ended_at)
    VALUES ($1, $2, $3, 'red', $4, $5, 'normal', 500, $6, $7, 1, '{nvidia.com/gpu}', ARRAY[$8::bigint], false, false, false, $8::bigint, now() - make_interval(hours => $9), now() - make_interval(hours => $9), now() + make_interval(hours => $10), CASE WHEN $7 = 'expired' THEN now() END)`,
  [id, world.organisation, world.a, `platform/${world.organisation}/${world.a}/red`, name, by.id, state, gpus, hours - left, left]))
  return id
}
const told = async (person: Person, allocation: string) => (await (await doorFor(person)).notices.inbox({})).newest.filter(({ path }) => path?.includes(allocation)).map(({ kind, body }) => `${kind} ${body.days ?? ''}`.trim())
const remind = async () => { for (let times = 0; times < 2; times++) await remindOfEnds(reminding) }
const moveEnd = (id: string, hours: number) => loading((sql) => sql.query('UPDATE allocation SET ends_at = now() + make_interval(hours => $2) WHERE id = $1', [id, hours]))

test('whoever asked is told once that it ends, with the way to more of it; of more than eight GPUs the tenant’s admins are, too', async () => {
  const [small, large, short] = [await given(72, 20), await given(72, 20, { gpus: 9 }), await given(24, 2)]
  await remind()
  expect([await told(world.developer, small), await told(world.developer, large), await told(world.developer, short)]).toEqual([['lease_ends 1'], ['lease_ends 1'], []])
  expect([await told(world.admin, small), await told(world.admin, large), await told(world.stranger, large), await told(world.lead, large)]).toEqual([[], ['lease_ends 1'], [], []])
  const { newest } = await (await doorFor(world.developer)).notices.inbox({})
  expect(newest.find(({ path }) => path?.includes(small))?.path).toBe(`/tenants/${world.a}/allocations/${small}?open=extend`)
})
test('seven days before and one day before; when its end is moved, anew; when nobody looked for a while, once', async () => {
  const by = await world.person('keeps', ['developer', world.a, 'red'])
  const id = await given(24 * 20, 24 * 6, { by })
  await remind()
  expect(await told(by, id)).toEqual(['lease_ends 7'])
  await moveEnd(id, 24 * 6 + 5)
  await remind()
  expect(await told(by, id)).toEqual(['lease_ends 7', 'lease_ends 7'])
  const late = await given(24 * 90, 5, { by })
  await remind()
  expect(await told(by, late)).toEqual(['lease_ends 1'])
})
test('that it has ended is said once, to whoever asked', async () => {
  const id = await given(48, 0, { state: 'expired' })
  await remind()
  expect([await told(world.developer, id), await told(world.admin, id)]).toEqual([['allocation_expired'], []])
})
test('what was held until nobody had decided it is told of once, as that; what waited for room until its time was over is told so', async () => {
  const by = await world.person('waits-in-vain', ['tenant_admin', world.a, null])
  await makeRoom(world)
  const held = await hold(by, wishIn(world, 9))
  await loading((sql) => sql.query("UPDATE account SET nominal = '{4}', hard = '{4}' WHERE organisation_id = $1 AND namespace_id = 'blue'", [world.organisation]))
  expect(await (await doorFor(world.admin)).allocations.create(wishIn(world, 4, { namespace: 'blue' }))).toMatchObject({ ok: true, value: { verdict: 'admit' } })
  const waits = await (await doorFor(by)).allocations.create(wishIn(world, 1, { namespace: 'blue', waits: true }))
  expect(waits).toMatchObject({ ok: true, value: { verdict: 'hold', reason: 'waits_for_room' } })
  const waiting = waits.ok ? (waits.value.allocation ?? '') : ''
  await tellOfTheRest()
  await loading(async (sql) => {
    await sql.query("UPDATE allocation SET held_until = now() - interval '1 second' WHERE id = ANY ($1)", [[held.allocation, waiting]])
    await sql.query("DELETE FROM request_told WHERE request_id = $1 AND mark = 'decided'", [held.request])
  })
  await expireAllocations(expiring)
  await remind()
  await tellOfRequests(telling)
  const said = async (allocation: string) => (await loading((sql) => sql.query('SELECT kind, body FROM notice WHERE person_id = $1 AND path = $2', [by.id, `/tenants/${world.a}/allocations/${allocation}`]))).rows as { kind: string; body: { label: string; state?: string } }[]
  expect((await said(held.allocation)).map(({ kind, body }) => [kind, body.state])).toEqual([['request_decided', 'expired']])
  const [told, ...more] = await said(waiting)
  expect([told?.kind, told?.body.state, more]).toEqual(['allocation_expired', 'no_room', []])
})
test('what its cluster said of its GPUs is remembered by the day; what it did not say is not nought', async () => {
  const fleet = await makeCluster(world)
  const [measured, unmeasured] = [await given(72, 20), await given(72, 20)]
  const report = (id: string, use: number | null, minutesAgo = 0) => loading((sql) => sql.query(`INSERT INTO workload (cluster_id, id, tenant_id, namespace_id, allocation_id, node_id, resources, amounts, gpu_use, started_at, reported_at)
    VALUES ($1, $2, $3, 'red', $4, $5, '{nvidia.com/gpu}', '{1}', $6, now(), now() - make_interval(secs => $7 * 60.0)) ON CONFLICT (cluster_id, id) DO UPDATE SET gpu_use = excluded.gpu_use, reported_at = excluded.reported_at`, [fleet.cluster, `of-${id}`, world.a, id, fleet.nodes[0], use, minutesAgo]))
  const lately = async (id: string) => (await (await doorFor(world.developer)).allocations.read({ tenant: world.a, allocation: id })).lately
  await report(unmeasured, null)
  // On a day to come, at which nobody else looks. Twice in one slot is once; what was heard half an hour ago is not measured.
  const day = (Math.floor(Date.now() / 86_400_000) + 1 + Math.floor(Math.random() * 1_000)) * 86_400_000
  for (const [minutes, use, heardBefore] of [[0, 100, 0], [10, 300, 0], [12, 800, 0], [20, 900, 30]] as const) {
    await report(measured, use, (Date.now() - day) / 60_000 - minutes + heardBefore)
    await measureUse(measuring, new Date(day + minutes * 60_000))
  }
  expect([await lately(measured), await lately(unmeasured)]).toEqual([{ gpuUse: 200, days: 1 }, { gpuUse: null, days: 0 }])
  await loading((sql) => sql.query("INSERT INTO use_day (allocation_id, day, tenant_id, namespace_id, samples, gpu_use) VALUES ($1, current_date - 3, $2, 'red', 6, 4800), ($1, current_date - 8, $2, 'red', 100, 0)", [measured, world.a]))
  expect(await lately(measured)).toEqual({ gpuUse: 650, days: 2 })
})
