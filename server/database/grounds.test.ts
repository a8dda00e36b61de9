/** Whoever waits for a place behind the end of what they may do it by does nothing there: their role, session or elevation is as it is when they have the place, and not as it was when they came. */
import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, database } from '~/server/database/client'
import { closeSession, groundsOf } from '~/server/database/threshold'
import { findActor } from '~/server/identity/session'
import { hashToken, makeToken } from '~/server/identity/token'
import { namespacesOf } from '~/server/testing/every-row'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { untilWaitedFor } from '~/server/testing/waiting'
import { connectAs, doorFor, elevated, loading, makeWorld, type Person, shown, sourceOfTest, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

type Ending = (sql: pg.ClientBase) => Promise<unknown>
const saying = (text: string, ...values: unknown[]): Ending => (sql) => sql.query(text, values)
/** What is done while somebody else has the place, who in that time changes something and commits it. */
async function behind<T>(deed: () => Promise<T>, meanwhile: Ending): Promise<T> {
  const sql = await connectAs('owner')
  try {
    await sql.query('BEGIN')
    await sql.query("SELECT set_config('app.loading', 'on', true)")
    const { rows: [{ pid }] } = await sql.query("SELECT pg_backend_pid() AS pid FROM account WHERE kind = 'tenant' AND tenant_id = $1 FOR UPDATE", [world.a])
    const done = deed()
    await untilWaitedFor(pid)
    await meanwhile(sql)
    await sql.query('COMMIT')
    return await done
  } finally {
    await sql.end()
  }
}
const create = (person: Person, name: string, key = randomUUID()) => async () => {
  const door = await doorFor(person, { idempotencyKey: key })
  return door.namespaces.create({ tenant: world.a, name, ...plainNamespace, title: name }).catch((thrown: Error) => thrown.message)
}
const admin = (name: string) => world.person(name, ['tenant_admin', world.a, null])

const losses: [string, (person: Person) => Ending][] = [
  ['their role', ({ id }) => saying('UPDATE role_binding SET valid_to = clock_timestamp() WHERE person_id = $1', id)],
  ['their session', ({ token }) => () => closeSession(hashToken(token), 'signed_out', new Date())],
  ['being let in', ({ id }) => saying('UPDATE person SET disabled_at = now() WHERE id = $1', id)],
]
test.each(losses)('who loses %s while they wait makes nothing', async (what, loss) => {
  const person = await admin(`waits ${what}`)
  const name = `lost-${what.replaceAll(' ', '-')}`
  const key = randomUUID()
  expect(await behind(create(person, name, key), loss(person))).toBe('grounds_changed')
  expect(await namespacesOf(world.admin, world.a)).not.toContain(name)
  // With the same key as before: nothing of it was kept.
  expect(await create(person, name, key)()).toMatch(/^(not_found|not_signed_in)$/)
})

test('who is told so does it with the same key, where they still may', async () => {
  const person = await world.person('of two roles', ['tenant_admin', world.a, null], ['auditor', world.b, null])
  const key = randomUUID()
  expect(await behind(create(person, 'kept-role', key), saying("UPDATE role_binding SET valid_to = clock_timestamp() WHERE person_id = $1 AND role = 'auditor'", person.id))).toBe('grounds_changed')
  expect(await create(person, 'kept-role', key)()).toMatchObject({ ok: true })
})

test('who has a role that a tenant composed does by it nothing that was taken out of it', async () => {
  const composed = await world.person('composed')
  await loading((sql) => sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id, custom_role) VALUES ($1, $2, 'custom', $3, $4)", [randomUUID(), composed.id, world.a, world.customRole]))
  await loading((sql) => sql.query("UPDATE custom_role_version SET actions = '{namespaces.create}' WHERE role_id = $1", [world.customRole]))
  const changed: Ending = async (sql) => {
    await sql.query('UPDATE custom_role_version SET valid_to = now() WHERE role_id = $1', [world.customRole])
    await sql.query("INSERT INTO custom_role_version (role_id, tenant_id, version, title, actions, valid_from, set_by) VALUES ($1, $2, 2, 'Composed', '{quotas.list}', now(), $3)", [world.customRole, world.a, world.admin.id])
  }
  expect(await behind(create(composed, 'by-composed'), changed)).toBe('grounds_changed')
})

test('an operator whose elevation ends while they wait changes nothing', async () => {
  const operator = await elevated(await world.person('rests', ['platform_admin', null, null]))
  const wish = { tenant: world.a }
  const stepUp = await shown(operator, 'tenants.freeze', wish)
  const freeze = async () => (await doorFor(operator, { stepUp })).tenants.freeze(wish).catch((thrown: Error) => thrown.message)
  expect(await behind(freeze, saying('UPDATE elevation SET ended_at = now() WHERE person_id = $1 AND ended_at IS NULL', operator.id))).toBe('grounds_changed')
  expect((await loading((sql) => sql.query('SELECT FROM tenant WHERE id = $1 AND frozen_at IS NULL', [world.a]))).rowCount).toBe(1)
})

const others: [string, (of: { person: Person; giver: Person; token: string }) => Ending][] = [
  ['that somebody who is away has them decide', ({ person, giver }) => saying('UPDATE delegation SET ended_at = now(), ended_by = $2 WHERE delegate = $1', person.id, giver.id)],
  ['what somebody who is away holds', ({ giver }) => saying('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', giver.id)],
  ['a token', ({ token }) => saying('UPDATE token SET ended_at = now() WHERE token_hash = $1', hashToken(token))],
]
test.each(others)('%s is a ground, too', async (what, ending) => {
  const [giver, person] = [await admin(`away ${what}`), await world.person(`here ${what}`, ['developer', world.a, null])]
  const token = what === 'a token' ? makeToken() : person.token
  await loading(async (sql) => {
    await sql.query("INSERT INTO delegation (tenant_id, giver, delegate, reason, began_at, until) VALUES ($1, $2, $3, 'On leave.', now() - interval '1 hour', now() + interval '1 day')", [world.a, giver.id, person.id])
    if (token !== person.token) await sql.query("INSERT INTO token (id, person_id, title, token_hash, seal, actions, made_at, expires_at) VALUES ($1, $2, 'Of the test', $3, $4, '{allocations.list}', now(), now() + interval '1 day')", [randomUUID(), person.id, hashToken(token), randomBytes(64)])
  })
  const grounds = () => groundsOf(database('engine'), hashToken(token))
  const before = await grounds()
  expect(await grounds()).toBe(before)
  await loading(ending({ person, giver, token }))
  expect(await grounds()).not.toBe(before)
})

test('that they were seen meanwhile is no change', async () => {
  const person = await admin('is seen')
  expect(await behind(create(person, 'seen'), () => findActor('web', person.token, sourceOfTest(), new Date(Date.now() + 120_000)))).toMatchObject({ ok: true })
})
