import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noOf } from '~/server/api/procedure'
import { type Action, actions, isKept } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { wishIn } from '~/server/testing/asking'
import { momentNow } from '~/server/testing/past'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { connectAs, doorFor, loading, makeWorld, shown, type World } from '~/server/testing/world'
import { momentRefusals } from './moment.refusals'

let world: World
let owner: pg.Client
beforeAll(async () => {
  world = await makeWorld()
  owner = await connectAs('owner')
  // Something of each kind changed in both tenants.
  for (const [tenant, by] of [[world.a, world.admin], [world.b, world.stranger]] as const) {
    const later = { tenant, lines: [{ namespace: 'blue', resource: 'nvidia.com/gpu', limit: '3', version: '1', lowers: { at: '2099-01-01T00:00:00.000Z' } }] }
    expect(await (await doorFor(by, { stepUp: await shown(by, 'quotas.changeTogether', later) })).quotas.changeTogether(later)).toMatchObject({ ok: true })
    const quota = { tenant, namespace: 'red', resource: 'nvidia.com/gpu', limit: '7', version: '1' }
    await (await doorFor(by, { stepUp: await shown(by, 'quotas.change', quota) })).quotas.change(quota)
    await (await doorFor(by)).namespaces.change({ tenant, namespace: 'red', version: '1', ...plainNamespace, title: 'Called otherwise' })
    const policy = { tenant, kind: 'namespaces' as const, version: null, body: { prefix: null } }
    await (await doorFor(by, { stepUp: await shown(by, 'policies.change', policy) })).policies.change(policy)
    for (const email of [world.guest.email, world.nobody.email]) {
      const grant = { tenant, email, role: 'developer', customRole: null, namespace: 'red', until: null } as const
      const given = await (await doorFor(by, { stepUp: await shown(by, 'members.grant', grant) })).members.grant(grant)
      const end = { tenant, binding: given.ok ? given.value.binding : '' }
      await (await doorFor(by, { stepUp: await shown(by, 'members.end', end) })).members.end(end)
    }
    const bind = { tenant, provider: 'idp', group: `moved-${world.mark}`, role: 'developer', namespace: null, until: null } as const
    const bound = await (await doorFor(by, { stepUp: await shown(by, 'members.bindGroup', bind) })).members.bindGroup(bind)
    const unbind = { tenant, groupBinding: bound.ok ? bound.value.groupBinding : '' }
    await (await doorFor(by, { stepUp: await shown(by, 'members.unbindGroup', unbind) })).members.unbindGroup(unbind)
    const role = await (await doorFor(by, { stepUp: await shown(by, 'roles.create', { tenant, title: 'Made', actions: ['quotas.change'] }) })).roles.create({ tenant, title: 'Made', actions: ['quotas.change'] })
    expect(role.ok).toBe(true)
    const asked = await (await doorFor(by)).allocations.create({ ...wishIn(world, 1), tenant })
    expect(await (await doorFor(by)).allocations.release({ tenant, allocation: asked.ok ? (asked.value.allocation ?? '') : '' })).toMatchObject({ ok: true })
    for (const action of ['tenants.freeze', 'tenants.thaw'] as const) {
      const door = await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, action, { tenant }) })
      expect(await (action === 'tenants.freeze' ? door.tenants.freeze({ tenant }) : door.tenants.thaw({ tenant }))).toMatchObject({ ok: true })
    }
  }
})
afterAll(async () => {
  await owner.end()
  await closeLanes()
  await closeDatabase()
})

const asked = (namespace: string | null = 'red') => ({ tenant: world.a, namespace, find: null, after: null, before: null })
const limitAt = async (asOf: string) => (await (await doorFor(world.admin, { asOf })).quotas.list(asked())).rows.find(({ namespace }) => namespace === 'red')?.limit
const microsecondBefore = async (moment: string): Promise<string> => (await owner.query(`SELECT to_char($1::timestamptz AT TIME ZONE 'UTC' - interval '1 microsecond', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`, [moment])).rows[0].at
const momentOf = async (text: string, values: unknown[]): Promise<string> => (await loading((sql) => sql.query(`SELECT to_char((${text}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`, values))).rows[0].at

test('a microsecond before a change it was what it was before, and at its moment what it is after', async () => {
  const changed = await momentOf("SELECT valid_from FROM quota WHERE tenant_id = $1 AND namespace_id = 'red' AND version = 2", [world.a])
  expect([await limitAt(await microsecondBefore(changed)), await limitAt(changed)]).toEqual(['8', '7'])
  const called = await momentOf("SELECT until FROM namespace_past WHERE tenant_id = $1 AND id = 'red'", [world.a])
  const title = async (asOf: string) => (await (await doorFor(world.admin, { asOf })).namespaces.read({ tenant: world.a, namespace: 'red' })).title
  expect([await title(await microsecondBefore(called)), await title(called)]).toEqual([`red of ${world.a}`, 'Called otherwise'])
  const released = await momentOf("SELECT ended_at FROM allocation WHERE tenant_id = $1 AND ended_at IS NOT NULL", [world.a])
  const used = async (asOf: string) => (await (await doorFor(world.admin, { asOf })).quotas.list(asked())).rows.map(({ used: amount }) => amount)
  expect([await used(await microsecondBefore(released)), await used(released)]).toEqual([['1', '1'], ['0', '0']])
})

test('a deed that changes several things changes them at one moment', async () => {
  const { rows } = await loading((sql) => sql.query("SELECT (SELECT max(until) FROM account_past WHERE tenant_id = $1) = (SELECT max(valid_from) FROM quota WHERE tenant_id = $1) AS same", [world.a]))
  expect(rows).toEqual([{ same: true }])
})

const noTo = async (asOf: string) => (await doorFor(world.admin, { asOf })).quotas.list(asked()).then(() => null, noOf)
test('what is no moment, has not come or lies before there is a history is refused at the door, in a sentence', async () => {
  const said = (refusal: keyof typeof momentRefusals) => ({ denial: 'bad_input', about: [{ field: 'asOf', says: momentRefusals[refusal].says }] })
  const since = await momentOf('SELECT created_at FROM tenant WHERE id = $1', [world.a])
  expect(await noTo('yesterday')).toEqual(said('malformed'))
  expect(await noTo('2099-01-01T00:00Z')).toEqual(said('not_yet'))
  expect(await noTo(await microsecondBefore(since))).toEqual(said('before_history'))
  expect(await noTo(since)).toBeNull()
})
test('what a page asks before it reads says the same, and since when there is a history', async () => {
  const look = async (asOf: string) => (await doorFor(world.admin)).past.look({ tenant: world.a, asOf })
  const since = await momentOf('SELECT created_at FROM tenant WHERE id = $1', [world.a])
  const now = await momentNow()
  expect(await look('x')).toEqual({ ok: false, refusal: 'malformed', since })
  expect(await look('2099-01-01T00:00Z')).toEqual({ ok: false, refusal: 'not_yet', since })
  expect(await look('2026-01-01T00:00Z')).toEqual({ ok: false, refusal: 'before_history', since })
  expect(await look(now)).toEqual({ ok: true, at: now, since })
})
test('history begins where it began to be kept: of a place that was there before, with that day', async () => {
  const older = await makeWorld()
  await loading((sql) => sql.query("UPDATE tenant SET created_at = '2020-01-01' WHERE id = $1", [older.a]))
  const { since } = await (await doorFor(older.admin)).past.look({ tenant: older.a, asOf: 'x' })
  expect(since).toBe(await momentOf('SELECT past.kept_since()', []))
})

test('whoever has lost the role sees nothing of the past in which they had it', async () => {
  const before = await momentNow()
  const person = await world.person('leaves', ['auditor', world.a, null])
  const during = await momentNow()
  expect((await (await doorFor(person, { asOf: during })).members.list({ tenant: world.a, find: null, after: null, before: null })).rows.some(({ person: id }) => id === person.id)).toBe(true)
  expect((await (await doorFor(person, { asOf: before })).members.list({ tenant: world.a, find: null, after: null, before: null })).rows.some(({ person: id }) => id === person.id)).toBe(false)
  await loading((sql) => sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [person.id]))
  expect(await (await doorFor(person, { asOf: during })).members.list({ tenant: world.a, find: null, after: null, before: null }).then(() => null, noOf)).toMatchObject({ denial: 'not_found' })
})
test('what is not kept of the past is not answered as of now instead', async () => {
  const door = await doorFor(world.admin, { asOf: await momentNow() })
  expect(await door.use.peaks({ tenant: world.a, namespaces: ['red'] }).then(() => null, noOf)).toMatchObject({ denial: 'bad_input', about: [{ field: 'asOf' }] })
  expect(await door.namespaces.objects({ tenant: world.a, namespace: 'red' }).then(() => null, noOf)).toMatchObject({ denial: 'bad_input' })
  expect((Object.keys(actions) as Action[]).filter(isKept)).toEqual([
    'allocations.list', 'allocations.read', 'members.list', 'members.listGroups', 'namespaces.list', 'namespaces.people', 'namespaces.read', 'policies.list', 'policies.read', 'quotas.history', 'quotas.list', 'roles.list', 'tenants.read'])
})

const views = [
  ['tenant', 'id'], ['namespace', 'tenant_id'], ['role_binding', 'tenant_id'], ['group_binding', 'tenant_id'], ['allocation', 'tenant_id'], ['charge', 'tenant_id'], ['account', 'tenant_id'], ['quota', 'tenant_id'],
  ['policy', 'tenant_id'], ['custom_role', 'tenant_id'], ['custom_role_version', 'tenant_id'], ['decision', 'tenant_id'], ['lowering', 'tenant_id'],
] as const
const tables = [['tenant_past', 'id'], ['namespace_past', 'tenant_id'], ['role_binding_past', 'tenant_id'], ['group_binding_past', 'tenant_id'], ['account_past', 'tenant_id'], ['allocation_past', 'tenant_id']] as const
const everything = [...views.map(([name, column]) => [`past.${name}`, column] as const), ...tables]
/** What of somebody's the web sees there, working for a tenant and with so much of it in reach. */
async function seen(from: string, column: string, { by, of, reach = '*' }: { by: string; of: string; reach?: string }): Promise<number> {
  await owner.query('BEGIN')
  try {
    // While it held something: a charge that is over is none.
    const at = await momentOf(from === 'past.charge' ? "SELECT until - interval '1 microsecond' FROM allocation_past WHERE tenant_id = $1 AND ended_at IS NULL AND state = 'admitted'" : 'SELECT clock_timestamp() WHERE $1::text IS NOT NULL', [of])
    await owner.query('SET LOCAL ROLE bailiwick_web')
    await owner.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', $2, true), set_config('app.as_of', $3, true)", [by, reach, at])
    return (await owner.query(`SELECT count(*)::int AS n FROM ${from} WHERE ${column} = $1`, [of])).rows[0].n
  } finally {
    await owner.query('ROLLBACK')
  }
}
test.each(everything)('working for one tenant, the web sees in %s what was that tenant’s, and nothing of another', async (from, column) => {
  for (const [own, other] of [[world.a, world.b], [world.b, world.a]] as const) {
    expect(await seen(from, column, { by: own, of: own })).toBeGreaterThan(0)
    expect(await seen(from, column, { by: own, of: other })).toBe(0)
    expect(await seen(from, column, { by: '', of: other })).toBe(0)
  }
})
test.each(everything.filter(([from]) => /namespace|role_binding|account|allocation|charge|quota|decision|lowering/.test(from)))('of namespaces that its reader does not reach, %s shows nothing', async (from, column) => {
  expect(await seen(from, column, { by: world.a, of: world.a, reach: 'green' })).toBe(0)
  expect(await seen(from, column, { by: world.a, of: world.a, reach: from === 'past.lowering' ? 'blue' : 'red' })).toBeGreaterThan(0)
})
test('every view of the past is seen by its reader’s own rights, and there is none that was not looked at here', async () => {
  const { rows } = await owner.query("SELECT relname, 'security_invoker=true' = ANY (reloptions) AS own FROM pg_class WHERE relnamespace = 'past'::regnamespace AND relkind = 'v' ORDER BY 1")
  expect(rows).toEqual([...views.map(([name]) => name), 'organisation', 'person', 'policy_set'].sort().map((relname) => ({ relname, own: true })))
})
test('without a moment there is no past', async () => {
  const web = await connectAs('web')
  await expect(web.query('SELECT FROM past.tenant')).rejects.toMatchObject({ code: '42704' })
  await web.end()
})
test('what is left of a row has the columns of the row: one that is added to either is missing from the other', async () => {
  const columnsOf = async (table: string) => (await owner.query('SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2 ORDER BY ordinal_position', ['public', table])).rows
  for (const table of ['tenant', 'namespace', 'role_binding', 'group_binding']) expect([table, await columnsOf(`${table}_past`)]).toEqual([table, [{ name: 'until', type: 'timestamp with time zone' }, ...(await columnsOf(table))]])
  const left = (await columnsOf('allocation_past')).map(({ name }) => name)
  const { rows } = await owner.query("SELECT column_name AS name FROM information_schema.column_privileges WHERE grantee = 'bailiwick_engine' AND table_schema = 'public' AND table_name = 'allocation' AND privilege_type = 'UPDATE' ORDER BY 1")
  expect(rows.map(({ name }) => name).filter((name) => !left.includes(name))).toEqual(['placement', 'wish'])
})
test('the engine leaves what was, and can neither read it, nor change it, nor leave something of a tenant for which it does not work', async () => {
  const engine = await connectAs('engine')
  for (const [table] of tables) for (const statement of [`SELECT FROM ${table}`, `UPDATE ${table} SET until = now()`, `DELETE FROM ${table}`]) await expect(engine.query(statement)).rejects.toMatchObject({ code: '42501' })
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [world.a])
  await expect(engine.query("INSERT INTO namespace_past (until, tenant_id, id, title, environment, labels, version, created_at) VALUES (now(), $1, 'red', 'x', 'test', '{}', 1, now())", [world.b])).rejects.toMatchObject({ code: '42501' })
  await engine.query('ROLLBACK')
  await engine.end()
})
test('what is read of the past is nothing that is recorded when it is read now', () => {
  expect((Object.keys(actions) as Action[]).filter((action) => isKept(action) && 'recorded' in actions[action])).toEqual([])
})
