/** Guarantee: tenants of different organisations that have enough in common, and together more than one may have, are one case with what links them, and with nothing of whom or from where. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { runOnce } from '~/server/engine/loops'
import { connectAs, doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { watchLinked } from './watch-linked'

let [one, other]: World[] = []
beforeAll(async () => {
  one = await makeWorld()
  other = await makeWorld()
})
afterAll(closeDatabase)

const at = (index: 0 | 1): World => {
  const found = [one, other][index]
  if (!found) throw new Error('there is no such world')
  return found
}
const look = () => runOnce({ name: 'watch-linked', everyMs: 0, leaseSeconds: 5, run: (name) => watchLinked(name) })
const cases = async () => {
  const door = await doorFor(at(0).platformAuditor)
  const listed = await Promise.all((['new', 'tried_out'] as const).map((show) => door.cases.list({ show, kind: 'tenants.linked', ...firstPage })))
  return listed.flatMap(({ rows }) => rows).filter(({ tenant }) => [at(0).a, at(1).a].some((own) => own === tenant))
}
/** From a range of its own, which is nobody's but theirs; or from where everybody may be. */
const cameFrom = (person: string, address: string) => loading((sql) => sql.query("INSERT INTO sign_in (id, person_id, way, at, ended_at, outcome, source_address, user_agent) VALUES (gen_random_uuid(), $1, 'password', now(), now(), 'done', $2, 'vitest')", [person, address]))
const charge = (tenant: string, costCentre: string) => loading((sql) => sql.query("UPDATE namespace SET cost_centre = $2 WHERE tenant_id = $1 AND id = 'red'", [tenant, costCentre]))
/** What one tenant may have, where the other may have twenty and each organisation a hundred. */
const share = (gpus: bigint) => loading((sql) => sql.query("UPDATE account SET nominal = ARRAY[$2::bigint], hard = ARRAY[$2::bigint] WHERE kind = 'tenant' AND tenant_id = $1", [at(0).a, gpus]))

test('one thing in common is not enough; an address that is nobody’s own is none; two are, once together they may have more than one', async () => {
  const range = `198.51.${Math.floor(Math.random() * 250)}`
  await charge(at(0).a, `shared-${at(0).mark}`)
  await charge(at(1).a, `shared-${at(0).mark}`)
  expect([await look(), await cases()]).toEqual(['ran', []])
  for (const world of [at(0), at(1)]) await cameFrom(world.admin.id, '10.1.2.3')
  expect([await look(), await cases()]).toEqual(['ran', []])
  await cameFrom(at(0).admin.id, `${range}.7`)
  await cameFrom(at(1).admin.id, `${range}.201`)
  await share(80n)
  expect([await look(), await cases()]).toEqual(['ran', []])
  await loading((sql) => sql.query("UPDATE account SET nominal = '{19}', hard = '{19}' WHERE kind = 'tenant' AND tenant_id = $1", [at(0).b]))
  await share(81n)
  expect([await look(), await look()]).toEqual(['ran', 'ran'])
  const [file, ...more] = await cases()
  expect([file?.signals, more]).toEqual([1, []])
  const read = await (await doorFor(at(0).platformAuditor)).cases.read({ case: file?.case ?? '' })
  const tenants = [at(0).a, at(1).a].sort()
  expect(read.seen.map(({ body }) => body)).toEqual([{ tenant: tenants[0], tenants, percent: 101, links: [{ one: tenants[0], other: tenants[1], by: [{ kind: 'account', times: 1 }, { kind: 'source', times: 1 }] }] }])
  const said = JSON.stringify(read.seen)
  for (const secret of [range, at(0).admin.email, at(0).admin.id, 'shared-']) expect(said).not.toContain(secret)
})
test('its tenant is shown nothing of the others', async () => {
  const [file] = await cases()
  const [{ tenant = '' } = {}] = [file]
  const world = tenant === at(0).a ? at(0) : at(1)
  await loading((sql) => sql.query('UPDATE case_file SET shadow = false WHERE id = $1', [file?.case]))
  expect(await (await doorFor(world.platformAdmin)).cases.notify({ tenant, case: file?.case ?? '' })).toMatchObject({ ok: true })
  const own = await (await doorFor(world.admin)).cases.readInTenant({ tenant, case: file?.case ?? '' })
  expect(own.seen.map(({ body }) => body)).toEqual([{}])
})
test('where eight come from links them; where a ninth comes from, too, it says nothing of any', async () => {
  const worlds: World[] = []
  for (let n = 0; n < 9; n++) worlds.push(await makeWorld())
  const mark = worlds[0]?.mark ?? ''
  const linked = async () => (await loading((sql) => sql.query("SELECT FROM links_between_tenants(now() - interval '1 day') WHERE kind = 'source' AND one = ANY ($1) AND other = ANY ($1)", [worlds.map(({ a }) => a)]))).rowCount
  for (const [n, { admin }] of worlds.entries()) {
    if (n === 8) expect(await linked()).toBe((8 * 7) / 2)
    await cameFrom(admin.id, `2001:${mark.slice(0, 4)}:${mark.slice(4)}:${n}::1`)
  }
  expect(await linked()).toBe(0)
})
test('what it reads grows with how many admins there are, and not with their pairs', async () => {
  const many = 200
  const { mark } = await makeWorld()
  const read = await loading(async (sql) => {
    await sql.query('SAVEPOINT before')
    try {
      await sql.query("INSERT INTO organisation (id, title) SELECT $1 || n, 'Many' FROM generate_series(1, 2) n", [`many-${mark}-`])
      await sql.query("INSERT INTO tenant (id, organisation_id, title, isolation_level, trust, regions, compliance) SELECT $1 || 't' || n, $1 || 1 + n % 2, 'Many', 1, 'internal', '{eu-test-1}', '{}' FROM generate_series(1, $2::int) n", [`many-${mark}-`, many])
      await sql.query("WITH p AS (INSERT INTO person (id, email, name) SELECT gen_random_uuid(), 'many-' || $1 || '-' || n || '@example.test', 'Many' FROM generate_series(1, $2::int) n RETURNING id, email) INSERT INTO role_binding (id, person_id, role, tenant_id) SELECT gen_random_uuid(), id, 'tenant_admin', 'many-' || $1 || '-t' || split_part(split_part(email, '@', 1), '-', -1) FROM p", [mark, many])
      const { rows: [row] } = await sql.query("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT FROM links_between_tenants(now() - interval '1 day')")
      return row['QUERY PLAN'][0].Plan['Shared Hit Blocks'] + row['QUERY PLAN'][0].Plan['Shared Read Blocks']
    } finally {
      await sql.query('ROLLBACK TO before')
    }
  })
  expect(read).toBeGreaterThan(many / 50)
  expect(read).toBeLessThan((many * many) / 4)
})
test('nobody but the engine asks what tenants have in common', async () => {
  for (const role of ['web', 'auditor'] as const) {
    const sql = await connectAs(role)
    for (const question of ['SELECT * FROM links_between_tenants(now())', "SELECT * FROM shares_of_tenants('{}')", "SELECT * FROM used_by_hour('{}', now())"]) await expect(sql.query(question)).rejects.toMatchObject({ code: '42501' })
    await sql.end()
  }
})
