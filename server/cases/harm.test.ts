/** Guarantee: what an open case cost others is reckoned from their own decisions and stands with it, the same however often it is looked at; the board begins with what cost most, and what is closed keeps its figure. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease, underLease } from '~/server/database/lease'
import { runOnce } from '~/server/engine/loops'
import { wishIn } from '~/server/testing/asking'
import { makeNodes } from '~/server/testing/nodes'
import { connectAs, doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'
import { heldIn, keepHeld } from './read-held'
import { reckonHarm } from './reckon-harm'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const hourMs = 3_600_000
/** Two hours on: so long the loops of any engine that looks now leave alone what was reckoned. */
let clock = Date.now() + 2 * hourMs
function next(): Date {
  clock += 1_000
  return new Date(clock)
}
/** Others have cases, too, and only some are looked at at once. */
async function reckon(...expected: string[]): Promise<void> {
  const now = next()
  const left = async () => (await loading((sql) => sql.query('SELECT FROM case_file WHERE id = ANY ($1::uuid[]) AND closed_at IS NULL AND (harm_at IS NULL OR harm_at < $2)', [expected, now]))).rowCount ?? 0
  for (let tries = 0; tries < 50 && (await left()) > 0; tries++) expect(await runOnce({ name: 'reckon-harm', everyMs: 0, leaseSeconds: 5, run: (name) => reckonHarm(name, now) })).toBe('ran')
}
/** What there is is everybody’s. */
async function sharedWorld(gpus: number): Promise<World> {
  const world = await makeWorld()
  await loading((sql) => sql.query("UPDATE account SET nominal = CASE WHEN kind = 'organisation' THEN ARRAY[$2::bigint] ELSE '{0}' END, hard = ARRAY[$2::bigint] WHERE organisation_id = $1", [world.organisation, gpus]))
  return world
}
const ask = async (world: World, by: Person, gpus: number, more: object = {}) => (await doorFor(by)).allocations.create(wishIn(world, gpus, { hours: 700, waits: true, ...more }))
const idOf = (answer: Awaited<ReturnType<typeof ask>>): string => (answer.ok ? (answer.value.allocation ?? '') : '')
/** As a rule tells of something that was seen for an hour on. */
async function opens(kind: string, tenant: string, body: object): Promise<string> {
  const id: string = await loading(async (sql) => (await sql.query("INSERT INTO case_file (tenant_id, kind, version, shadow, opened_at, seen_at) VALUES ($1, $2, 1, false, now(), $3) RETURNING id", [tenant, kind, new Date(Date.now() + hourMs)])).rows[0].id)
  const engine = await connectAs('engine')
  await engine.query("BEGIN; SELECT set_config('app.loop', 'watch', true)")
  await engine.query('INSERT INTO signal (id, kind, body, case_id, at) VALUES ($1, $2, $3, $4, now())', [randomUUID(), kind, JSON.stringify({ tenant, ...body }), id])
  await engine.query('COMMIT')
  await engine.end()
  return id
}
async function squats(tenant: string, allocation: string): Promise<string> {
  const since = new Date(Date.now() - hourMs)
  await loading((sql) => sql.query('INSERT INTO use_watch VALUES ($1, $2, $2, $3)', [allocation, since, new Date(Date.now() + hourMs)]))
  return opens('allocations.squatting', tenant, { allocation, since: since.toISOString() })
}
/** What it cost those of these worlds: what is left waiting by others who may use any node is counted, too. */
const lossesOf = async (file: string, ...worlds: World[]) => {
  const own: string[] = worlds.flatMap(({ a, b }) => [a, b])
  return (await read(worlds[0] as World, file)).losses.filter(({ tenant }) => tenant !== null && own.includes(tenant))
}
const read = async ({ platformAdmin }: World, id: string) => (await doorFor(platformAdmin)).cases.read({ case: id })

test('whoever waited for what stands unused lost what it would have run, until now; behind it nobody did who would have waited anyway', async () => {
  const world = await sharedWorld(4)
  const file = await squats(world.a, idOf(await ask(world, world.admin, 4)))
  await reckon(file)
  expect((await read(world, file)).case.harm).toEqual({ minutes: '0', wishes: 0, atLeast: false, gaps: 0, at: new Date(clock).toISOString() })
  const other = { tenant: world.b }
  expect(await ask(world, world.stranger, 3, { ...other, name: 'large', hours: 1 })).toMatchObject({ ok: true, value: { reason: 'waits_for_room' } })
  expect(await ask(world, world.stranger, 2, { ...other, name: 'larger' })).toMatchObject({ ok: true, value: { reason: 'waits_for_room' } })
  expect(await ask(world, world.stranger, 1, { ...other, name: 'small', waits: false })).toMatchObject({ ok: false, refusal: 'quota_exceeded_above' })
  await reckon(file)
  const { case: { harm }, losses } = await read(world, file)
  // Ahead of the small one somebody would still have waited.
  expect(losses).toMatchObject([{ tenant: world.b, namespace: 'red', name: 'large', was: 'kept_out', gpuMilli: '3000' }])
  // For an hour, less what went by since it was last seen.
  expect(Number(harm?.minutes)).toBeGreaterThan(3 * 58)
  expect(Number(harm?.minutes)).toBeLessThanOrEqual(3 * 60)
  expect(harm).toMatchObject({ wishes: 1, atLeast: false, gaps: 0 })
  await reckon(file)
  expect((await read(world, file)).losses).toEqual(losses)
})
test('whoever would have begun stands ahead of nobody, and neither does what is promised', async () => {
  const world = await sharedWorld(6)
  const file = await squats(world.a, idOf(await ask(world, world.admin, 4)))
  expect(await ask(world, world.developer, 1, { waits: true })).toMatchObject({ ok: true, value: { reason: 'developer_gpus' } })
  for (const [name, gpus] of [['first', 2], ['second', 1]] as const) expect(await ask(world, world.stranger, gpus, { tenant: world.b, name, hours: 1 })).toMatchObject({ ok: true, value: { reason: 'waits_for_room' } })
  await reckon(file)
  expect((await read(world, file)).losses.map(({ name }) => name)).toEqual(['first', 'second'])
})
test('what lost its place to a wish that would have had room is counted for as long as that room stood unused', async () => {
  const world = await makeWorld()
  await loading((sql) => sql.query("UPDATE account SET nominal = CASE WHEN kind = 'organisation' THEN '{8}'::bigint[] WHEN kind = 'tenant' OR namespace_id = 'red' THEN '{4}' ELSE '{0}' END, hard = '{8}' WHERE organisation_id = $1", [world.organisation]))
  const file = await squats(world.a, idOf(await ask(world, world.admin, 2)))
  const [own, borrowed] = [await ask(world, world.stranger, 4, { tenant: world.b, name: 'own' }), await ask(world, world.stranger, 2, { tenant: world.b, name: 'borrowed', waits: false, hours: 12 })]
  expect([own, borrowed]).toMatchObject([{ ok: true, value: { verdict: 'admit' } }, { ok: true, value: { verdict: 'admit' } }])
  expect(await ask(world, world.admin, 2)).toMatchObject({ ok: true, value: { verdict: 'admit' } })
  await reckon(file)
  const { losses } = await read(world, file)
  expect(losses).toMatchObject([{ tenant: world.b, name: 'borrowed', was: 'pushed_aside', gpuMilli: '2000' }])
  // It was seen for an hour that what was needed stood unused.
  expect(Number(losses[0]?.minutes)).toBeGreaterThan(2 * 58)
})
test('what was borrowed for too long is given back from when it was, and what floods the queue with what was promised to it; what a signal says unreadably is nothing', async () => {
  const world = await sharedWorld(4)
  const borrowed = idOf(await ask(world, world.admin, 3))
  await loading((sql) => sql.query("UPDATE allocation SET asked_at = now() - interval '26 hours', admitted_at = now() - interval '25 hours' WHERE id = $1", [borrowed]))
  const file = await opens('allocations.burst', world.a, { since: new Date(Date.now() - 25 * hourMs).toISOString(), windowHours: 24 })
  const young = await opens('allocations.burst', world.b, { since: new Date(Date.now() - 2 * hourMs).toISOString(), windowHours: 24 })
  const unreadable = await opens('allocations.mining', world.a, { allocation: 'that one', since: 'then' })
  await ask(world, world.stranger, 2, { tenant: world.b, name: 'one', hours: 1 })
  await reckon(file, young, unreadable)
  expect([(await read(world, file)).losses.map(({ name }) => name), (await read(world, young)).losses, (await read(world, unreadable)).losses]).toEqual([['one'], [], []])

  const other = await sharedWorld(4)
  expect(await ask(other, other.developer, 3)).toMatchObject({ ok: true, value: { reason: 'developer_gpus' } })
  const flood = await opens('allocations.flood', other.a, { namespace: 'red', person: other.developer.id, times: 21 })
  await ask(other, other.stranger, 2, { tenant: other.b, name: 'two', hours: 1 })
  await reckon(flood)
  expect((await read(other, flood)).losses.map(({ name }) => name)).toEqual(['two'])
})
test('what is given back comes to an end with who gets it, and what is closed keeps its figure', async () => {
  const world = await sharedWorld(4)
  const idle = idOf(await ask(world, world.admin, 4))
  const file = await squats(world.a, idle)
  await ask(world, world.stranger, 4, { tenant: world.b, name: 'waits-long', hours: 1 })
  await reckon(file)
  const before = (await read(world, file)).case.harm
  expect(Number(before?.minutes)).toBeGreaterThan(200)
  expect(await (await doorFor(world.admin)).allocations.release({ tenant: world.a, allocation: idle })).toMatchObject({ ok: true })
  await reckon(file)
  const after = (await read(world, file)).case.harm
  expect(Number(after?.minutes)).toBeLessThan(20)
  expect(await (await doorFor(world.platformAdmin)).cases.close({ case: file, outcome: 'confirmed', note: null })).toMatchObject({ ok: true })
  await loading((sql) => sql.query("UPDATE allocation SET ended_at = now() + interval '1 day' WHERE id = $1", [idle]))
  await reckon()
  expect((await read(world, file)).case.harm).toEqual(after)
})
test('what another version decided counts nothing, and is said; what cannot be written is not written in part', async () => {
  const world = await sharedWorld(4)
  const file = await squats(world.a, idOf(await ask(world, world.admin, 4)))
  await ask(world, world.stranger, 2, { tenant: world.b, name: 'one', hours: 1 })
  await ask(world, world.stranger, 2, { tenant: world.b, name: 'two', hours: 1 })
  // Whoever was kept out is decided about otherwise now.
  const owner = await connectAs('owner')
  try {
    await owner.query(`ALTER TABLE decision NO FORCE ROW LEVEL SECURITY`)
    await owner.query("UPDATE decision SET outcome = replace(outcome, '\"verdict\":\"hold\"', '\"verdict\": \"hold\"') WHERE tenant_id = $1 AND facts LIKE '%\"name\":\"two\"%'", [world.b])
    await owner.query(`ALTER TABLE decision FORCE ROW LEVEL SECURITY`)
    await owner.query(`CREATE FUNCTION stop_${world.mark}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.case_id = '${file}' THEN RAISE EXCEPTION 'killed'; END IF; RETURN NEW; END $$`)
    await owner.query(`CREATE TRIGGER stop_${world.mark} BEFORE INSERT ON case_loss FOR EACH ROW EXECUTE FUNCTION stop_${world.mark}()`)
    const now = next()
    let outcome = ''
    for (let tries = 0; tries < 50 && outcome !== 'failed'; tries++) outcome = await runOnce({ name: 'reckon-harm', everyMs: 0, leaseSeconds: 5, run: (name) => reckonHarm(name, now) })
    expect([outcome, (await read(world, file)).case.harm]).toEqual(['failed', null])
  } finally {
    await owner.query(`DROP FUNCTION IF EXISTS stop_${world.mark} CASCADE`)
    await owner.end()
  }
  await reckon(file)
  const { case: { harm }, losses } = await read(world, file)
  expect([losses.map(({ name }) => name), harm?.gaps, harm?.atLeast]).toEqual([['one'], 1, true])
})
test('whoever asks as the first of their place, when nobody knows yet what to look for, is counted as well', async () => {
  const world = await sharedWorld(4)
  await makeNodes([world.a, world.b], [{ nodes: 2, gpus: 4 }])
  const file = await squats(world.a, idOf(await ask(world, world.admin, 4)))
  expect(await ask(world, world.stranger, 2, { tenant: world.b, name: 'first' })).toMatchObject({ ok: true, value: { reason: 'waits_for_room' } })
  await reckon(file)
  expect((await lossesOf(file, world)).map(({ name }) => name)).toEqual(['first'])
})
test('whoever found no node because of it is counted, in whatever organisation', async () => {
  const world = await makeWorld()
  const other = await makeWorld()
  await makeNodes([world.a, other.a], [{ nodes: 1, gpus: 4 }])
  const idle = idOf(await ask(world, world.admin, 4))
  const file = await squats(world.a, idle)
  expect(await ask(other, other.admin, 2, { name: 'elsewhere', hours: 1 })).toMatchObject({ ok: true, value: { reason: 'waits_for_room' } })
  expect(await ask(other, other.admin, 1, { name: 'refused', hours: 1, waits: false })).toMatchObject({ ok: false, refusal: 'no_node_fits' })
  expect(await ask(other, other.admin, 3, { name: 'too-many', hours: 1 })).toMatchObject({ ok: true, value: { reason: 'waits_for_room' } })
  await reckon(file)
  expect((await lossesOf(file, world, other)).map(({ tenant, name }) => [tenant, name])).toEqual([[other.a, 'elsewhere'], [other.a, 'refused']])
})
test('the board begins with what cost others most, then with what has been there for longest; its pages neither repeat nor leave out any', async () => {
  const world = await makeWorld()
  const files = await loading(async (sql) => {
    const made: string[] = []
    for (const [minutes, hours, kind] of [[5, 1, 'burst'], [900, 2, 'flood'], [5, 3, 'inflation'], [0, 4, 'mining'], [0, 5, 'priority']] as const) {
      const { rows: [{ id }] } = await sql.query("INSERT INTO case_file (tenant_id, kind, version, shadow, opened_at, seen_at, harm_minutes, harm_at, harm_version) VALUES ($1, $2, 1, false, $3, $3, $4, $5, 1) RETURNING id", [world.a, `allocations.${kind}`, new Date(Date.now() - hours * hourMs), minutes, new Date(clock + 100 * hourMs)])
      made.push(id)
    }
    return made
  })
  const door = await doorFor(world.platformAuditor)
  const found: string[] = []
  const back: string[] = []
  let page = await door.cases.list({ show: 'new', kind: null, ...firstPage, limit: 2 })
  for (let pages = 0; ; pages++) {
    expect(pages).toBeLessThan(200)
    found.push(...page.rows.map((one) => one.case))
    if (page.next === null) break
    page = await door.cases.list({ show: 'new', kind: null, after: page.next, before: null, limit: 2 })
  }
  const order = [1, 2, 0, 4, 3].map((at) => files[at])
  expect(found.filter((one) => files.includes(one))).toEqual(order)
  expect(new Set(found).size).toBe(found.length)
  while (page.previous !== null) {
    page = await door.cases.list({ show: 'new', kind: null, after: null, before: page.previous, limit: 2 })
    back.unshift(...page.rows.map((one) => one.case))
  }
  expect(back.filter((one) => files.includes(one)).slice(0, 2)).toEqual(order.slice(0, 2))
})
test('a tenant reads of its own case no figure and nobody’s name', async () => {
  const world = await sharedWorld(4)
  const file = await squats(world.a, idOf(await ask(world, world.admin, 4)))
  await ask(world, world.stranger, 4, { tenant: world.b, name: 'waits-long', hours: 1 })
  await reckon(file)
  expect(await (await doorFor(world.platformAdmin)).cases.notify({ tenant: world.a, case: file })).toMatchObject({ ok: true })
  const own = await (await doorFor(world.admin)).cases.readInTenant({ tenant: world.a, case: file })
  expect(own.case.harm).toBe('some')
  expect(JSON.stringify(own)).not.toMatch(new RegExp(`${world.b}|waits-long|minutes|losses`))
  const web = await connectAs('web')
  await web.query('BEGIN')
  await web.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true), set_config('app.person_id', $2, true)", [world.a, world.admin.id])
  expect((await web.query('SELECT FROM case_loss')).rowCount).toBe(0)
  await web.query('ROLLBACK')
  await web.end()
})

test('what was made smaller meanwhile was held as large as it was, until then', async () => {
  const world = await sharedWorld(8)
  const allocation = idOf(await ask(world, world.admin, 6))
  const since = new Date(Date.now() - hourMs)
  await loading(async (sql) => {
    await sql.query('UPDATE allocation SET asked_at = $2, admitted_at = $2 WHERE id = $1', [allocation, since])
    await sql.query('INSERT INTO use_watch VALUES ($1, $2, $2, $3)', [allocation, since, new Date(Date.now() + hourMs)])
  })
  const id = await opens('allocations.squatting', world.a, { allocation, since: since.toISOString() })
  expect(await (await doorFor(world.admin)).allocations.shrink({ tenant: world.a, allocation, gpus: 1 })).toMatchObject({ ok: true })
  const of = { id, tenant: world.a, kind: 'allocations.squatting', seenAt: new Date(Date.now() + hourMs) } as const
  const lease = `harm-${world.mark}`
  await takeLease(lease, 60)
  const held = await underLease(lease, { loop: 'harm' }, async (sql) => {
    await keepHeld(sql, of)
    return heldIn(sql, of)
  })
  expect(held?.map(({ used, from, to }) => [used, from, to <= Date.now()])).toEqual([[{ 'nvidia.com/gpu': 6n }, since.getTime(), true]])
})
