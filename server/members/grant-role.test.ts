import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import type { GrantableRole } from './decide-member'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

async function grant(by: Person, email: string, role: GrantableRole, namespace: string | null, tenant: string = world.a) {
  const wish = { tenant, email, role, namespace }
  return (await doorFor(by, { stepUp: await shown(by, 'members.grant', wish) })).members.grant(wish)
}
async function end(by: Person, binding: string, tenant: string = world.a) {
  const wish = { tenant, binding }
  return (await doorFor(by, { stepUp: await shown(by, 'members.end', wish) })).members.end(wish)
}
const bindings = async (person: Person) => (await (await doorFor(world.admin)).members.list({ tenant: world.a, find: person.email, ...firstPage })).rows

test('a role is given and ended, felt at the next request each time, kept as history, and recorded without the address', async () => {
  const person = await world.person('comer')
  const asks = async () => (await doorFor(person)).namespaces.list({ tenant: world.a, find: null, sort: 'name', descending: false, ...firstPage }).then(({ rows }) => rows.map(({ name }) => name), (thrown) => thrown.message)
  expect(await asks()).toBe('not_found')
  const given = await grant(world.admin, person.email.toUpperCase(), 'developer', 'red')
  expect(given).toMatchObject({ ok: true, value: { person: person.id, role: 'developer', namespace: 'red', until: null } })
  expect(await asks()).toEqual(['red'])
  expect(await grant(world.admin, person.email, 'developer', 'red')).toEqual({ ok: false, refusal: 'already_holds' })
  expect(await bindings(person)).toMatchObject([{ role: 'developer', namespace: 'red', until: null, grantedBy: world.admin.email }])

  const binding = given.ok ? given.value.binding : ''
  expect(await end(world.admin, binding)).toMatchObject({ ok: true, value: { binding, until: expect.any(String) } })
  expect(await asks()).toBe('not_found')
  expect(await end(world.admin, binding)).toEqual({ ok: false, refusal: 'already_ended' })
  expect(await grant(world.admin, person.email, 'developer', 'red')).toMatchObject({ ok: true })
  expect((await bindings(person)).map(({ until }) => until === null).sort()).toEqual([false, true])

  const deeds = (await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.resource === 'members')
  expect(deeds.map(({ entry }) => [entry.action.verb, entry.level, (entry.context as { after: { person: string } }).after.person])).toEqual([['grant', 'Metadata', person.id], ['end', 'Request', person.id], ['grant', 'Metadata', person.id]])
  for (const { bytes } of deeds) expect(bytes.toString()).not.toContain(person.email)
})
test.each<[string, string | ((world: World) => string), GrantableRole, string | null, string]>([
  ['nobody', 'ghost@example.test', 'developer', null, 'person_unknown'], ['a namespace that is not there', 'ghost@example.test', 'developer', 'ghost', 'namespace_unknown'],
  ['an admin of a namespace', (world) => world.nobody.email, 'tenant_admin', 'red', 'role_not_here'], ['a namespace admin of all', (world) => world.nobody.email, 'namespace_admin', null, 'role_not_here'],
  ['oneself', (world) => world.admin.email, 'auditor', null, 'own_role'], ['what they hold', (world) => world.auditor.email, 'auditor', null, 'already_holds'],
])('%s is refused', async (_says, email, role, namespace, refusal) => {
  expect(await grant(world.admin, typeof email === 'string' ? email : email(world), role, namespace)).toEqual({ ok: false, refusal })
})
test('ten who give the same at once give it once', async () => {
  const person = await world.person('popular')
  const answers = await Promise.all(Array.from({ length: 10 }, () => grant(world.admin, person.email, 'auditor', null)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.filter((answer) => !answer.ok && answer.refusal === 'already_holds')).toHaveLength(9)
})
test('a tenant keeps one admin who can act, also when two give up at once', async () => {
  const [first] = await bindings(world.admin)
  expect(await end(world.admin, first?.binding ?? '')).toEqual({ ok: false, refusal: 'last_admin' })
  const disabled = await world.person('disabled', ['tenant_admin', world.a, null])
  await loading((sql) => sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [disabled.id]))
  expect(await end(world.admin, first?.binding ?? '')).toEqual({ ok: false, refusal: 'last_admin' })
  const second = await world.person('second', ['tenant_admin', world.a, null])
  const [other] = await bindings(second)
  const answers = await Promise.all([end(world.admin, first?.binding ?? ''), end(second, other?.binding ?? '')])
  expect(answers.map((answer) => (answer.ok ? 'ended' : answer.refusal)).sort()).toEqual(['ended', 'last_admin'])
})
test('another tenant’s role is not there; nothing is given or ended in a frozen tenant', async () => {
  expect(await end(world.stranger, world.binding, world.b)).toEqual({ ok: false, refusal: 'not_found' })
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [world.b]))
  expect(await grant(world.stranger, world.nobody.email, 'developer', null, world.b)).toEqual({ ok: false, refusal: 'tenant_frozen' })
})
test('a person is found by one address, in one deed, by the engine alone', async () => {
  for (const [role, says, found] of [['engine', { email: 'nobody' }, 1], ['engine', {}, 0], ['auditor', { email: 'nobody' }, -1]] as const) {
    const client = await connectAs(role)
    await client.query('BEGIN')
    await client.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.email', $2, true)", [world.b, 'email' in says ? world.nobody.email : ''])
    expect(await client.query('SELECT id FROM person WHERE email = $1', [world.nobody.email]).then(({ rowCount }) => rowCount, () => -1)).toBe(found)
    await client.end()
  }
})
