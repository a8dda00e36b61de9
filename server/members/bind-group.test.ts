import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { inScope } from '~/server/database/scope'
import { recordsOf } from '~/server/testing/records'
import { untilWaitedFor } from '~/server/testing/waiting'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import type { GrantableRole } from './decide-member'
import { applyGroups } from './group-roles'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const provider = () => `idp-${world.mark}`
const signIn = (person: string, groups: string[]) => inScope('engine', { person, provider: provider() }, (sql) => applyGroups(sql, person, provider(), groups, new Date()))
async function bind(by: Person, group: string, role: GrantableRole, namespace: string | null = null, tenant: string = world.a) {
  const wish = { tenant, provider: provider(), group, role, namespace, until: null }
  return (await doorFor(by, { stepUp: await shown(by, 'members.bindGroup', wish) })).members.bindGroup(wish)
}
async function unbind(by: Person, groupBinding: string, tenant: string = world.a) {
  const wish = { tenant, groupBinding }
  return (await doorFor(by, { stepUp: await shown(by, 'members.unbindGroup', wish) })).members.unbindGroup(wish)
}
const asks = async (person: Person) => (await doorFor(person)).namespaces.list({ tenant: world.a, find: null, state: null, environment: null, sort: 'name', descending: false, ...firstPage }).then(() => 'found', (thrown) => thrown.message)

test('two hundred who are in a group have its role with the deed that gives it, and lose it with the deed that takes it, each in one record', async () => {
  const [person, ...others] = await loading(async (sql) => {
    const { rows } = await sql.query("INSERT INTO person (id, email, name) SELECT gen_random_uuid(), n || '.group-' || $1 || '@example.test', 'Person ' || n FROM generate_series(1, 199) AS n RETURNING id", [world.mark])
    return [(await world.person('member')), ...rows.map(({ id }) => ({ id: String(id) }))] as const
  })
  if (!person || !('token' in person)) throw new Error('nobody is in the group')
  await loading((sql) => sql.query('INSERT INTO person_group (id, person_id, provider, group_name, valid_from) SELECT gen_random_uuid(), id, $2, $3, now() FROM unnest($1::uuid[]) AS id', [others.map(({ id }) => id), provider(), 'everybody']))
  await signIn(person.id, ['everybody'])
  expect(await asks(person)).toBe('not_found')
  const given = await bind(world.admin, 'everybody', 'developer')
  expect(given).toMatchObject({ ok: true, value: { provider: provider(), group: 'everybody', role: 'developer', namespace: null, until: null, people: { length: 200 } } })
  expect(await asks(person)).toBe('found')
  const groups = await (await doorFor(world.auditor)).members.listGroups({ tenant: world.a, find: 'everybody', ...firstPage })
  expect(groups.rows).toMatchObject([{ group: 'everybody', people: 200, grantedBy: world.admin.email, until: null }])
  const listed = await (await doorFor(world.admin)).members.list({ tenant: world.a, find: person.email, ...firstPage })
  expect(listed.rows).toMatchObject([{ role: 'developer', group: 'everybody', grantedBy: world.admin.email }])
  const wish = { tenant: world.a, binding: listed.rows[0]?.binding ?? '' }
  expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'members.end', wish) })).members.end(wish)).toEqual({ ok: false, refusal: 'held_by_group' })

  const groupBinding = given.ok ? given.value.groupBinding : ''
  expect(await unbind(world.admin, groupBinding)).toMatchObject({ ok: true, value: { people: { length: 200 } } })
  expect(await asks(person)).toBe('not_found')
  expect(await unbind(world.admin, groupBinding)).toEqual({ ok: false, refusal: 'already_ended' })
  const deeds = (await recordsOf(world.a, 'deed')).map(({ entry }) => entry.action.verb)
  expect(deeds).toEqual(['bindGroup', 'unbindGroup'])
})
test('whoever comes to be in the group has the role from their next sign-in', async () => {
  const person = await world.person('comer')
  expect(await bind(world.admin, 'comers', 'developer', 'red')).toMatchObject({ ok: true, value: { people: [] } })
  expect(await asks(person)).toBe('not_found')
  await signIn(person.id, ['comers'])
  expect(await asks(person)).toBe('found')
})
test('whoever signs in while a role is taken from their group has it no longer, though they began to have it after that deed began', async () => {
  const person = await world.person('at-the-door')
  const made = await bind(world.admin, 'at-the-door', 'developer')
  const group = made.ok ? made.value.groupBinding : ''
  const signingIn = await connectAs('owner')
  try {
    await signingIn.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    const { rows: [{ pid }] } = await signingIn.query('SELECT pg_backend_pid() AS pid FROM group_binding WHERE id = $1 FOR SHARE', [group])
    const done = unbind(world.admin, group)
    await untilWaitedFor(pid)
    await signingIn.query("INSERT INTO role_binding (id, person_id, role, tenant_id, valid_from, granted_by, through_group) SELECT gen_random_uuid(), $1, role, tenant_id, clock_timestamp(), granted_by, id FROM group_binding WHERE id = $2", [person.id, group])
    await signingIn.query('COMMIT')
    expect(await done).toMatchObject({ ok: true, value: { people: [person.id] } })
  } finally {
    await signingIn.end()
  }
  expect(await asks(person)).toBe('not_found')
})
test('whoever binds a group that they are in gets nothing by it', async () => {
  await signIn(world.admin.id, ['admins'])
  expect(await bind(world.admin, 'admins', 'approver')).toMatchObject({ ok: true, value: { people: [] } })
})
test('a group of more than a thousand is refused, and nothing of it stays', async () => {
  await loading((sql) => sql.query(`WITH crowd AS (INSERT INTO person (id, email, name) SELECT gen_random_uuid(), n || '.crowd-' || $1 || '@example.test', 'Person ' || n FROM generate_series(1, 1001) AS n RETURNING id)
    INSERT INTO person_group (id, person_id, provider, group_name, valid_from) SELECT gen_random_uuid(), id, $2, 'crowd', now() FROM crowd`, [world.mark, provider()]))
  expect(await bind(world.admin, 'crowd', 'developer')).toEqual({ ok: false, refusal: 'group_too_large' })
  expect((await (await doorFor(world.admin)).members.listGroups({ tenant: world.a, find: 'crowd', ...firstPage })).rows).toEqual([])
})
test.each<[string, GrantableRole, string | null, string]>([['an admin of a namespace', 'tenant_admin', 'red', 'role_not_here'], ['a namespace that is not there', 'developer', 'ghost', 'namespace_unknown'], ['what it has', 'auditor', null, 'already_bound']])('%s is refused', async (_says, role, namespace, refusal) => {
  if (refusal === 'already_bound') await bind(world.admin, 'refused', role, namespace)
  expect(await bind(world.admin, 'refused', role, namespace)).toEqual({ ok: false, refusal })
})
test('another tenant’s group is not there; a frozen tenant binds none', async () => {
  expect(await unbind(world.stranger, world.groupBinding, world.b)).toEqual({ ok: false, refusal: 'not_found' })
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [world.b]))
  expect(await bind(world.stranger, 'frozen', 'developer', null, world.b)).toEqual({ ok: false, refusal: 'tenant_frozen' })
})
