/** The second wall: what the database refuses even if TypeScript were wrong. Tried as the engine's own login, in transactions that are rolled back. */
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { connectAs, makeWorld, type World } from '~/server/testing/world'

let world: World
let engine: pg.Client
beforeAll(async () => {
  world = await makeWorld()
  engine = await connectAs('engine')
})
beforeEach(async () => {
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [world.a])
})
afterEach(() => engine.query('ROLLBACK'))
afterAll(async () => {
  await engine.end()
  await closeDatabase()
})
const set = (change: string, where = "namespace_id = 'red'") => engine.query(`UPDATE account SET ${change} WHERE ${where}`)

test.each([
  ['more used than the ceiling', "used = '{9}'"], ['used and held together above it', "used = '{5}', held = '{4}'"], ['a sum past what int8 holds', "used = '{9223372036854775807}', held = '{1}'"],
  ['less than nothing used', "used = '{-1}'"], ['less than nothing held', "held = '{-1}'"], ['a share above the ceiling', "nominal = '{9}'"],
  ['an amount too few', "used = '{}'"], ['an amount too many', "held = '{0,0}'"], ['an unknown amount', "used = '{NULL}'"],
  ['a resource twice', "resources = '{a,a}', nominal = '{0,0}', hard = '{0,0}', used = '{0,0}', held = '{0,0}', unexplained = '{0,0}'"],
  ['a resource without a name', "resources = '{NULL}'"],
])('%s is refused', async (_says, change) => { await expect(set(change)).rejects.toMatchObject({ code: '23514' }) })

test('exactly the ceiling is not', async () => { expect((await set("used = '{5}', held = '{3}'")).rowCount).toBe(1) })
test('the namespaces cannot hold more than their tenant, whoever asks and however little of them they see', async () => {
  await expect(set("nominal = '{13}', hard = '{13}'")).rejects.toThrow(/children would hold more/)
  await engine.query('ROLLBACK')
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', 'red', true)", [world.a])
  await expect(set("nominal = '{13}', hard = '{13}'")).rejects.toThrow(/children would hold more/)
})
test('the tenant cannot hold less than its namespaces', async () => { await expect(set("nominal = '{15}', hard = '{15}'", "kind = 'tenant'")).rejects.toThrow(/less nvidia.com\/gpu than its children/) })
test('two namespaces raised at once by hand cannot both pass', async () => {
  const other = await connectAs('engine')
  await other.query('BEGIN')
  await other.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [world.a])
  await set("nominal = '{12}', hard = '{12}'")
  const second = other.query("UPDATE account SET nominal = '{12}', hard = '{12}' WHERE namespace_id = 'blue'").then(() => 'passed', (thrown) => thrown.message)
  await engine.query('COMMIT')
  expect(await second).toMatch(/children would hold more/)
  await other.end()
  await engine.query('BEGIN')
})
test('a quota has one limit at a time', async () => {
  await expect(engine.query("INSERT INTO quota (account_id, resource, version, tenant_id, namespace_id, nominal, hard) SELECT id, 'nvidia.com/gpu', 2, tenant_id, namespace_id, 1, 1 FROM account WHERE namespace_id = 'red'"))
    .rejects.toMatchObject({ code: '23P01' })
})
test('a role is held once at a time, and only where it can be held', async () => {
  const owner = await connectAs('owner')
  const bind = (role: string, tenant: string | null, namespace: string | null) =>
    owner.query('INSERT INTO role_binding (id, person_id, role, tenant_id, namespace_id) VALUES (gen_random_uuid(), $1, $2, $3, $4)', [world.nobody.id, role, tenant, namespace])
  for (const [role, tenant, namespace] of [['tenant_admin', null, null], ['platform_admin', world.a, null], ['tenant_admin', world.a, 'red'], ['king', world.a, null], ['approver', null, 'red']] as const) {
    await owner.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    await expect(bind(role, tenant, namespace)).rejects.toMatchObject({ code: '23514' })
    await owner.query('ROLLBACK')
  }
  await owner.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  await bind('developer', world.a, 'red')
  await expect(bind('developer', world.a, 'red')).rejects.toMatchObject({ code: '23P01' })
  await owner.query('ROLLBACK')
  await owner.end()
})
