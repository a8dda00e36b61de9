import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { recordsOf } from '~/server/testing/records'
import { replayed } from '~/server/testing/replay'
import { freeOf, makeNodes } from '~/server/testing/nodes'
import { connectAs, doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'
import { lookAtQueue } from './admit'
import { known } from './known'
import { defaultPriorityPolicy } from './priority/priority-policy'

const worlds: World[] = []
const setPriorities = (body: object | null) => loading(async (sql) => {
  await sql.query("UPDATE policy SET valid_to = now() WHERE tenant_id IS NULL AND kind = 'priority' AND valid_to IS NULL")
  if (body) await sql.query("INSERT INTO policy (id, kind, version, body) SELECT $1, 'priority', coalesce(max(version), 0) + 1, $2 FROM policy WHERE tenant_id IS NULL AND kind = 'priority'", [randomUUID(), JSON.stringify(body)])
})
/** As the product ships it, and one more class, which pushes aside and needs nobody's yes. */
beforeAll(() => setPriorities({ ...defaultPriorityPolicy, classes: [...defaultPriorityPolicy.classes, { id: 'urgent', title: 'Urgent', value: 900, preempts: true, preemptible: true, needsApproval: false, reserved: false }] }))
afterAll(async () => {
  await setPriorities(null)
  await closeLanes()
  await closeDatabase()
})

/** Ten cores in all, and in each place. */
async function tenCores(): Promise<World> {
  const world = await makeWorld()
  worlds.push(world)
  await loading(async (sql) => {
    await sql.query("UPDATE account SET resources = '{cpu}', nominal = '{0}', hard = '{10000}', used = '{0}', held = '{0}', unexplained = '{0}' WHERE organisation_id = $1", [world.organisation])
    for (const tenant of [world.a, world.b]) await sql.query(`INSERT INTO policy (id, tenant_id, kind, version, body) VALUES (gen_random_uuid(), $1, 'classes', 1, '{"classes": ["low", "high", "urgent"]}')`, [tenant])
  })
  return world
}
const create = async (person: Person, tenant: string, name: string, of: string, cpu: number, more: object = {}) => (await doorFor(person)).allocations.create(
  { tenant, namespace: 'red', name, class: of, pods: 1, each: { cpu: `${cpu}` }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false, ...more })
const statesOf = (world: World) => loading(async (sql) => Object.fromEntries((await sql.query("SELECT name, state FROM allocation WHERE organisation_id = $1 AND name <> 'waits' ORDER BY name", [world.organisation])).rows.map(({ name, state }) => [name, state])))
const usedBy = (world: World) => loading(async (sql) => (await sql.query('SELECT used[1]::int AS used FROM account WHERE id = $1', [`platform/${world.organisation}`])).rows[0].used)
const verdictOf = (answer: Awaited<ReturnType<typeof create>>) => (answer.ok ? answer.value.verdict : answer.refusal)

test('a class that may pushes aside the fewest, lowest and youngest of its organisation: each with a posting, a record and a notice', async () => {
  const world = await tenCores()
  for (const [name, cpu] of [['first', 4], ['second', 2], ['third', 2]] as const) expect(verdictOf(await create(world.lead, world.a, name, 'low', cpu))).toBe('admit')
  expect(verdictOf(await create(world.stranger, world.b, 'normal', 'normal', 2))).toBe('admit')
  expect(verdictOf(await create(world.stranger, world.b, 'theirs', 'urgent', 2))).toBe('admit')
  expect(await statesOf(world)).toEqual({ first: 'admitted', second: 'admitted', third: 'preempted', normal: 'admitted', theirs: 'admitted' })
  expect(await usedBy(world)).toBe(10_000)
  expect((await recordsOf(world.a, 'deed')).at(-1)?.entry).toMatchObject({ action: { verb: 'preempt' }, actor: { serviceAccount: 'engine' }, context: { after: { state: 'preempted' } } })
  expect(await loading(async (sql) => (await sql.query("SELECT body, path FROM notice WHERE person_id = $1 AND kind = 'allocation_preempted'", [world.lead.id])).rows)).toEqual([{ body: { label: 'third', kind: 'lent', state: 'over' }, path: expect.stringMatching(`^/tenants/${world.a}/allocations/[0-9a-f-]{36}$`) }])
  // One of four is fewer than two of two; and what no set of them would make room for is refused as ever.
  expect(verdictOf(await create(world.stranger, world.b, 'more', 'urgent', 4))).toBe('admit')
  expect(await statesOf(world)).toMatchObject({ first: 'preempted', second: 'admitted', theirs: 'admitted' })
  // Whose wish it was is found again, as the platform is told who pushes others aside.
  expect((await loading((sql) => sql.query("SELECT tenant, times FROM pushed_by_tenant(now() - interval '1 hour', 1) WHERE tenant = ANY ($1)", [[world.a, world.b]]))).rows).toEqual([{ tenant: world.b, times: 2 }])
  expect(verdictOf(await create(world.stranger, world.b, 'most', 'urgent', 5))).toBe('quota_exceeded')
  expect(await statesOf(world)).toMatchObject({ second: 'admitted', normal: 'admitted', theirs: 'admitted', more: 'admitted' })
})

test('one that waits for more than a limit that was lowered pushes nobody aside, and is not over for it', async () => {
  const world = await tenCores()
  const limit = (hard: number) => loading((sql) => sql.query("UPDATE account SET hard = ARRAY[$2::bigint] WHERE id = $1", [`platform/${world.organisation}/${world.a}/red`, hard]))
  const spare = (preemptions: number) => loading((sql) => sql.query("UPDATE allocation SET preemptions = $2 WHERE organisation_id = $1 AND name = 'low'", [world.organisation, preemptions]))
  await create(world.stranger, world.b, 'low', 'low', 4)
  await spare(3)
  const urgent = await create(world.lead, world.a, 'urgent', 'urgent', 8, { waits: true })
  await limit(6_000)
  await spare(0)
  await lookAtQueue({ tenant: world.a, allocation: urgent.ok ? (urgent.value.allocation ?? '') : '' })
  expect(await statesOf(world)).toEqual({ urgent: 'waiting', low: 'admitted' })
})
test('nobody is pushed aside by a class that may not, nor by one that needs a yes first, nor in another organisation; nor whoever is reserved, lost a place three times, or lost one and began again within the hour', async () => {
  const [world, other] = [await tenCores(), await tenCores()]
  await create(world.lead, world.a, 'low', 'low', 10)
  expect(verdictOf(await create(world.lead, world.a, 'usual', 'normal', 1))).toBe('quota_exceeded')
  // What needs a yes is not even asked for where there is no room that it may have without one.
  expect(verdictOf(await create(world.lead, world.a, 'asks', 'high', 1))).toBe('quota_exceeded')
  await create(other.stranger, other.b, 'holds', 'normal', 10)
  expect(verdictOf(await create(other.lead, other.a, 'elsewhere', 'urgent', 1))).toBe('quota_exceeded_above')
  const set = (text: string) => loading((sql) => sql.query(`UPDATE allocation SET ${text} WHERE organisation_id = $1 AND name = 'low'`, [world.organisation]))
  for (const [is, was] of [['preemptions = 3', 'preemptions = 0'], ['preemptions = 1', 'preemptions = 0'], ['preemptible = false, reserved = true', 'preemptible = true, reserved = false']] as const) {
    await set(is)
    expect([is, verdictOf(await create(world.lead, world.a, 'urgent', 'urgent', 1))]).toEqual([is, 'quota_exceeded'])
    await set(was)
  }
  expect(await statesOf(world)).toEqual({ low: 'admitted' })
  await set("preemptions = 1, asked_at = asked_at - interval '1 hour', admitted_at = admitted_at - interval '1 hour'")
  expect(verdictOf(await create(world.lead, world.a, 'urgent', 'urgent', 1))).toBe('admit')
})
test('however many are spared, whoever is not is found', async () => {
  const world = await tenCores()
  await create(world.lead, world.a, 'found', 'low', 2)
  await Promise.all(Array.from({ length: 40 }, (_, at) => create(world.lead, world.a, `spared-${at}`, 'low', 0.2)))
  await loading((sql) => sql.query("UPDATE allocation SET preemptions = 1 WHERE organisation_id = $1 AND name LIKE 'spared%'", [world.organisation]))
  expect(verdictOf(await create(world.lead, world.a, 'urgent', 'urgent', 2))).toBe('admit')
  expect(await statesOf(world)).toMatchObject({ found: 'preempted', urgent: 'admitted' })
})

test('a preview says that it would be admitted, and pushes nobody aside; what may wait waits again', async () => {
  const world = await tenCores()
  await create(world.lead, world.a, 'low', 'low', 10, { waits: true })
  const wish = { tenant: world.b, namespace: 'red', name: 'urgent', class: 'urgent', pods: 1, each: { cpu: '4' }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false }
  expect(await (await doorFor(world.stranger)).allocations.preview(wish)).toMatchObject({ ok: true, value: { verdict: 'admit' } })
  expect(await statesOf(world)).toEqual({ low: 'admitted' })
  await create(world.stranger, world.b, 'urgent', 'urgent', 4)
  expect(await statesOf(world)).toEqual({ low: 'waiting', urgent: 'admitted' })
})

test('one that waits pushes aside when its turn has come and somebody may be', async () => {
  const world = await tenCores()
  await create(world.lead, world.a, 'low', 'low', 8)
  await create(world.lead, world.a, 'small', 'normal', 2)
  await loading((sql) => sql.query("UPDATE allocation SET preemptions = 3 WHERE organisation_id = $1 AND name = 'low'", [world.organisation]))
  await create(world.stranger, world.b, 'urgent', 'urgent', 4, { waits: true })
  expect(await statesOf(world)).toEqual({ low: 'admitted', small: 'admitted', urgent: 'waiting' })
  await loading((sql) => sql.query("UPDATE allocation SET preemptions = 0 WHERE organisation_id = $1 AND name = 'low'", [world.organisation]))
  await create(world.lead, world.a, 'late', 'normal', 1, { waits: true })
  expect(await statesOf(world)).toEqual({ late: 'admitted', low: 'preempted', small: 'admitted', urgent: 'admitted' })
})

test('what mattered to the batch before is looked for at once, and whoever needs something else of it is not decided without', async () => {
  const world = await tenCores()
  const hard = (text: string, of: string) => loading((sql) => sql.query(`UPDATE account SET hard = '{${text}}' WHERE id LIKE $1`, [`platform/${world.organisation}/${of}%`]))
  await hard('4000', world.b)
  await hard('8000', world.a)
  expect(verdictOf(await create(world.lead, world.a, 'lead', 'low', 6))).toBe('admit')
  expect(verdictOf(await create(world.stranger, world.b, 'own', 'low', 4))).toBe('admit')
  // First under the tenant's own limit; then under the organisation's, where the first to go is of the other tenant.
  expect(verdictOf(await create(world.stranger, world.b, 'first', 'urgent', 2))).toBe('admit')
  expect(verdictOf(await create(world.lead, world.a, 'second', 'urgent', 3))).toBe('admit')
  expect(verdictOf(await create(world.lead, world.a, 'room', 'normal', 1))).toBe('admit')
  expect(await statesOf(world)).toEqual({ own: 'preempted', first: 'admitted', lead: 'preempted', second: 'admitted', room: 'admitted' })
  const sql = await connectAs('engine')
  await sql.query("SELECT set_config('app.lane', $1, false), set_config('app.lane_tenants', $2, false)", [world.organisation, `${world.a},${world.b}`])
  const facts = Object.fromEntries((await sql.query("SELECT facts::json -> 'wish' ->> 'name' AS name, facts::json -> 'state' -> 'aside' IS NOT NULL AS aside FROM decision WHERE action = 'allocations.create' AND allocation_id IS NOT NULL")).rows.map(({ name, aside }) => [name, aside]))
  await sql.end()
  expect(facts).toEqual({ lead: false, own: false, first: true, second: true, room: false })
})

test('where no node has room, whoever is pushed aside gives theirs back, and the wish stands there', async () => {
  const world = await tenCores()
  await loading((sql) => sql.query("UPDATE account SET hard = '{100000}' WHERE organisation_id = $1", [world.organisation]))
  const fleet = await makeNodes([world.a, world.b], [{ nodes: 2, gpus: 0, cpu: 4_000 }])
  for (const [name, cpu] of [['first', 4], ['second', 2], ['third', 2]] as const) expect(verdictOf(await create(world.lead, world.a, name, 'low', cpu, { region: fleet.region }))).toBe('admit')
  expect(verdictOf(await create(world.lead, world.a, 'usual', 'normal', 2, { region: fleet.region }))).toBe('no_node_fits')
  expect(verdictOf(await create(world.stranger, world.b, 'urgent', 'urgent', 3, { region: fleet.region }))).toBe('admit')
  expect(await statesOf(world)).toEqual({ first: 'preempted', second: 'admitted', third: 'admitted', urgent: 'admitted' })
  expect((await freeOf(fleet)).map(({ cpu }) => cpu).sort()).toEqual([0, 1_000])
  expect(verdictOf(await create(world.lead, world.a, 'small', 'low', 1, { region: fleet.region }))).toBe('admit')
  expect((await freeOf(fleet)).map(({ cpu }) => cpu)).toEqual([0, 0])
})

test('who gives back room that was lent and stands on the node as well goes once, with whoever else stands there', async () => {
  const world = await tenCores()
  await loading((sql) => sql.query("UPDATE account SET hard = CASE WHEN kind = 'organisation' THEN '{12000}' ELSE hard END, nominal = CASE WHEN kind = 'organisation' THEN '{12000}'::bigint[] WHEN kind = 'tenant' OR namespace_id = 'red' THEN CASE WHEN tenant_id = $2 THEN '{8000}'::bigint[] ELSE '{4000}' END ELSE nominal END WHERE organisation_id = $1", [world.organisation, world.a]))
  const fleet = await makeNodes([world.a, world.b], [{ nodes: 1, gpus: 0, cpu: 4_000 }])
  const other = await makeNodes([], [{ nodes: 1, gpus: 0, cpu: 6_000 }])
  await loading((sql) => sql.query('UPDATE tenant SET regions = $2 WHERE id = $1', [world.a, [fleet.region, other.region].sort()]))
  await create(world.lead, world.a, 'away', 'normal', 6, { region: other.region })
  for (const name of ['own', 'lent']) await create(world.lead, world.a, name, 'low', 2, { region: fleet.region, waits: true })
  expect(verdictOf(await create(world.stranger, world.b, 'urgent', 'urgent', 4))).toBe('admit')
  expect([await statesOf(world), await usedBy(world)]).toEqual([{ away: 'admitted', own: 'waiting', lent: 'waiting', urgent: 'admitted' }, 10_000])
})

test('one that waits for a node pushes aside when its turn has come and somebody may be', async () => {
  const world = await tenCores()
  await loading((sql) => sql.query("UPDATE account SET hard = '{100000}' WHERE organisation_id = $1", [world.organisation]))
  await makeNodes([world.a, world.b], [{ nodes: 1, gpus: 0, cpu: 4_000 }])
  await create(world.lead, world.a, 'low', 'low', 4)
  const set = (text: string) => loading((sql) => sql.query(`UPDATE allocation SET ${text} WHERE organisation_id = $1 AND name = 'low'`, [world.organisation]))
  await set('preemptions = 3')
  expect(verdictOf(await create(world.stranger, world.b, 'urgent', 'urgent', 4, { waits: true }))).toBe('hold')
  await set('preemptions = 0')
  // As in a process that has not looked for anything here yet.
  known.learnGiving(world.organisation, null)
  for (let tries = 0; tries < 20 && (await statesOf(world)).urgent === 'waiting'; tries++) await lookAtQueue({ tenant: world.a, allocation: world.allocation })
  expect(await statesOf(world)).toEqual({ low: 'preempted', urgent: 'admitted' })
})

test('whoever was pushed aside stands in the facts, at most 32, and every decision made again gives the same bytes', async () => {
  let looked = 0
  for (const world of worlds) {
    expect(await replayed(world, ({ state }) => {
      if (state?.aside) looked++
      expect(state?.aside?.all.length ?? 0).toBeLessThanOrEqual(32)
    })).toEqual([])
  }
  expect(looked).toBeGreaterThan(3)
})
