import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { recordsOf } from '~/server/testing/records'
import { findActor } from '~/server/identity/session'
import { everyRow } from '~/server/testing/every-row'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, signInAs, sourceOfTest, type World } from '~/server/testing/world'
import type { GrantableRole } from './decide-member'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

async function grant(by: Person, email: string, role: GrantableRole, namespace: string | null, tenant: string = world.a, until: string | null = null) {
  const wish = { tenant, email, role, namespace, until }
  return (await doorFor(by, { stepUp: await shown(by, 'members.grant', wish) })).members.grant(wish)
}
async function end(by: Person, binding: string, tenant: string = world.a) {
  const wish = { tenant, binding }
  return (await doorFor(by, { stepUp: await shown(by, 'members.end', wish) })).members.end(wish)
}
const bindings = async (person: Person) => (await (await doorFor(world.admin)).members.list({ tenant: world.a, find: person.email, ...firstPage })).rows

test('a role is given and ended, felt at the next request each time, kept as history, and recorded without the address', async () => {
  const person = await world.person('comer')
  const asks = async () => (await doorFor(person)).namespaces.list({ tenant: world.a, find: null, state: null, environment: null, sort: 'name', descending: false, ...firstPage }).then(({ rows }) => rows.map(({ name }) => name), (thrown) => thrown.message)
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
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
test('a role that is to end is held until that second and not after it, and the list says who gave it and until when', async () => {
  const person = await world.person('passing')
  const until = inMs(3 * 24 * 3600_000)
  expect(await grant(world.admin, person.email, 'developer', 'red', world.a, until)).toMatchObject({ ok: true, value: { until } })
  const end = new Date(until)
  const held = async (ms: number) => (await findActor('web', (await signInAs(person.id, new Date(end.getTime() - 5_000))).token, sourceOfTest(), new Date(end.getTime() + ms)))?.bindings
  expect(await held(-1_000)).toEqual([{ role: 'developer', tenant: world.a, namespace: 'red', until: end }])
  expect(await held(0)).toEqual([])
  expect(await held(1_000)).toEqual([])
  expect(await bindings(person)).toMatchObject([{ until, grantedBy: world.admin.email }])
  expect(await grant(world.admin, person.email, 'developer', 'blue', world.a, inMs(-1_000))).toEqual({ ok: false, refusal: 'until_not_possible' })
})
test('two hundred are given a role in one deed and one record; one who cannot be stops it for all, and is named', async () => {
  const marked = `many-${world.mark}`
  const emails = await loading(async (sql) => {
    const { rows } = await sql.query("INSERT INTO person (id, email, name) SELECT gen_random_uuid(), n || '.' || $1 || '@example.test', 'Person ' || n FROM generate_series(1, 200) AS n RETURNING email", [marked])
    return rows.map(({ email }) => String(email))
  })
  const many = async (asked: string[], role: GrantableRole = 'developer') => {
    const wish = { tenant: world.a, emails: asked, role, namespace: null, until: null }
    return (await doorFor(world.admin, { stepUp: await shown(world.admin, 'members.grantMany', wish) })).members.grantMany(wish)
  }
  const count = async () => (await everyRow(async (asked) => (await doorFor(world.admin)).members.list({ tenant: world.a, find: marked, ...asked }))).length
  const refused = await many([...emails.slice(2), 'ghost@example.test', world.admin.email])
  expect(refused).toEqual({ ok: false, refusal: 'not_everybody', about: [{ field: 'ghost@example.test', says: 'Nobody who is known here has that e-mail.' }, { field: world.admin.email, says: 'Nobody gives themselves a role.' }] })
  expect(await count()).toBe(0)
  const before = (await recordsOf(world.a, 'deed')).length
  expect(await many([...emails.slice(0, 199), emails[0]?.toUpperCase() ?? ''])).toEqual({ ok: true, value: { given: 199 } })
  expect(await count()).toBe(199)
  // Whoever reads the record is told who each of them is, wherever they stand in the list, and of nobody who is not of the tenant.
  const { rows: given } = await loading((sql) => sql.query('SELECT id, name FROM person WHERE email = ANY($1) ORDER BY id', [emails.slice(0, 199)]))
  const people = [...given.map(({ id }) => String(id)), world.stranger.id]
  expect(await (await doorFor(world.auditor)).members.name({ tenant: world.a, people })).toEqual(given.map(({ id, name }) => ({ person: id, name })))
  const made = (await recordsOf(world.a, 'deed')).slice(before)
  expect(made.map(({ entry }) => (entry.context as { after: unknown[] }).after.length)).toEqual([199])
  for (const { bytes } of made) expect(bytes.toString()).not.toContain('@example.test')
  expect(await many(emails)).toMatchObject({ ok: false, about: { length: 199 } })
})
test('an admin by a group, or one whose role has an end, does not stand in for the last one', async () => {
  const passing = await world.person('passing-admin')
  expect(await grant(world.stranger, passing.email, 'tenant_admin', null, world.b, inMs(60_000))).toMatchObject({ ok: true })
  const own = (await (await doorFor(world.stranger)).members.list({ tenant: world.b, find: world.stranger.email, ...firstPage })).rows[0]
  expect(await end(world.stranger, own?.binding ?? '', world.b)).toEqual({ ok: false, refusal: 'last_admin' })
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
