import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { inScope } from '~/server/database/scope'
import { connectAs, loading, makeWorld, type Person, type World } from '~/server/testing/world'
import { applyGroups } from './group-roles'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const provider = () => `idp-${world.mark}`
/** As the sign-in through a provider says it. */
const say = (person: Person, groups: string[], by = provider(), now = new Date()) => inScope('engine', { person: person.id, provider: by }, (sql) => applyGroups(sql, person.id, by, groups, now))

type Binding = { group: string; role: string; tenant?: string; namespace?: string | null; until?: Date | null; by?: Person; provider?: string }
async function bind({ group, role, tenant = world.a, namespace = null, until = null, by = world.admin, provider: named = provider() }: Binding): Promise<string> {
  const id = randomUUID()
  await loading((sql) => sql.query(`INSERT INTO group_binding (id, tenant_id, provider, group_name, role, namespace_id, valid_from, valid_to, granted_by) VALUES ($1, $2, $3, $4, $5, $6, now() - interval '1 minute', $7, $8)`,
    [id, tenant, named, group, role, namespace, until, by.id]))
  return id
}
/** What somebody holds now, as "role place". */
const rolesOf = ({ id }: Person) => loading(async (sql) => {
  const { rows } = await sql.query(`SELECT role || ' ' || coalesce(tenant_id, 'platform') || coalesce('/' || namespace_id, '') AS says FROM role_binding
    WHERE person_id = $1 AND valid_from <= now() AND (valid_to IS NULL OR valid_to > now()) ORDER BY 1`, [id])
  return rows.map(({ says }) => String(says))
})

test('a group gives its roles in every tenant that bound it, once, and takes them when the person leaves it', async () => {
  const person = await world.person('grouped')
  await bind({ group: 'engineers', role: 'developer', namespace: 'red' })
  await bind({ group: 'engineers', role: 'auditor', tenant: world.b, by: world.stranger })
  await bind({ group: 'leads', role: 'namespace_admin', namespace: 'red' })
  expect(await say(person, ['engineers', 'leads', 'canteen', 'engineers'])).toEqual({ made: 3, ended: 0 })
  expect(await rolesOf(person)).toEqual([`auditor ${world.b}`, `developer ${world.a}/red`, `namespace_admin ${world.a}/red`])
  expect(await say(person, ['engineers', 'leads'])).toEqual({ made: 0, ended: 0 })
  expect(await say(person, ['engineers'])).toEqual({ made: 0, ended: 1 })
  expect(await rolesOf(person)).toEqual([`auditor ${world.b}`, `developer ${world.a}/red`])
  expect(await say(person, [])).toEqual({ made: 0, ended: 2 })
  expect(await rolesOf(person)).toEqual([])
  expect(await say(person, ['leads'])).toEqual({ made: 1, ended: 0 })
})
test('a role of one’s own stays when the same role by a group ends', async () => {
  const person = await world.person('both', ['auditor', world.a, null])
  await bind({ group: 'watchers', role: 'auditor' })
  expect(await say(person, ['watchers'])).toEqual({ made: 1, ended: 0 })
  expect(await say(person, [])).toEqual({ made: 0, ended: 1 })
  expect(await rolesOf(person)).toEqual([`auditor ${world.a}`])
})
test('another provider’s group of the same name gives nothing, and takes nothing', async () => {
  const person = await world.person('doubled')
  await bind({ group: 'shared', role: 'developer' })
  expect(await say(person, ['shared'], `other-${world.mark}`)).toEqual({ made: 0, ended: 0 })
  expect(await say(person, ['shared'])).toEqual({ made: 1, ended: 0 })
  expect(await say(person, [], `other-${world.mark}`)).toEqual({ made: 0, ended: 0 })
  expect(await rolesOf(person)).toEqual([`developer ${world.a}`])
})
test('a group that is called like a role gives nothing; a platform role cannot be bound to one at all', async () => {
  const person = await world.person('forged')
  expect(await say(person, ['platform_admin', 'approver', 'tenant_admin', 'platform', `${world.a}/tenant_admin`, '*'])).toEqual({ made: 0, ended: 0 })
  expect(await rolesOf(person)).toEqual([])
  for (const role of ['platform_admin', 'service_account']) await expect(bind({ group: 'platform_admin', role })).rejects.toThrow(/group_binding_scope/)
})
test('who bound a group gets nothing by it', async () => {
  await bind({ group: 'own', role: 'approver' })
  expect(await say(world.admin, ['own'])).toEqual({ made: 0, ended: 0 })
  expect(await rolesOf(world.admin)).toEqual([`tenant_admin ${world.a}`])
})
test('a group’s role ends when it was to end, for everybody at once', async () => {
  const person = await world.person('passing')
  const until = new Date(Date.now() + 60_000)
  await bind({ group: 'passing', role: 'developer', until })
  expect(await say(person, ['passing'])).toEqual({ made: 1, ended: 0 })
  const ends = await loading((sql) => sql.query('SELECT valid_to FROM role_binding WHERE person_id = $1', [person.id]))
  expect(ends.rows).toEqual([{ valid_to: until }])
  expect(await say(person, ['passing'], provider(), new Date(until.getTime() + 1))).toEqual({ made: 0, ended: 0 })
})
test('two sign-ins at once make each role once', async () => {
  const person = await world.person('hasty')
  await bind({ group: 'hasty', role: 'developer' })
  const done = await Promise.all([say(person, ['hasty']), say(person, ['hasty']), say(person, ['hasty'])])
  expect(done.reduce((sum, { made }) => sum + made, 0)).toBe(1)
})
test('a role that is taken from a group while somebody signs in is not left behind', async () => {
  const person = await world.person('racing')
  const id = await bind({ group: 'racing', role: 'developer' })
  const admin = await connectAs('owner')
  await admin.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  await admin.query('UPDATE group_binding SET valid_to = now() WHERE id = $1', [id])
  const signingIn = say(person, ['racing'])
  // It waits for whoever holds the group's row.
  const waits = async () => Number((await admin.query('SELECT count(*) FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid')).rows[0].count)
  while ((await waits()) === 0) await new Promise((next) => setImmediate(next))
  await admin.query('COMMIT')
  expect((await signingIn).made).toBe(0)
  await admin.end()
  expect(await rolesOf(person)).toEqual([])
})
test('the engine, working for a sign-in, makes no role that no group has, and changes no group', async () => {
  const person = await world.person('tempted')
  const id = await bind({ group: 'tempting', role: 'developer', namespace: 'red' })
  const engine = await connectAs('engine')
  const attempt = async (statement: string, values: unknown[]) => {
    await engine.query('BEGIN')
    await engine.query("SELECT set_config('app.person_id', $1, true), set_config('app.provider', $2, true)", [person.id, provider()])
    const outcome = await engine.query(statement, values).then(({ rowCount }) => rowCount, (thrown: Error) => thrown.message)
    await engine.query('ROLLBACK')
    return outcome
  }
  const insert = 'INSERT INTO role_binding (id, person_id, role, tenant_id, namespace_id, through_group) VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)'
  expect(await attempt(insert, [person.id, 'developer', world.a, 'red', id])).toBe(1)
  expect(await attempt(insert, [person.id, 'tenant_admin', world.a, null, id])).toMatch(/not what its group has/)
  expect(await attempt(insert, [person.id, 'developer', world.b, 'red', id])).toMatch(/not what its group has/)
  expect(await attempt(insert, [person.id, 'developer', world.a, 'red', null])).toMatch(/row-level security/)
  expect(await attempt(insert, [world.nobody.id, 'developer', world.a, 'red', id])).toMatch(/row-level security/)
  expect(await attempt('UPDATE group_binding SET valid_to = NULL WHERE id = $1', [id])).toMatch(/row-level security/)
  expect(await attempt('UPDATE role_binding SET valid_to = now() WHERE tenant_id = $1', [world.a])).toBe(0)
  await engine.end()
})
