import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { Gate } from '~/server/database/gate'
import type { Kept } from '~/server/database/open-session'
import { findBearer } from '~/server/identity/session'
import { tokenFor } from '~/server/testing/machines'
import { recordsOf } from '~/server/testing/records'
import { untilWaitedFor } from '~/server/testing/waiting'
import { connectAs, doorFor, halfInLater, loading, makeWorld, password, type Person, shown, signInAs, sourceOfTest, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const by = () => world.platformAdmin
async function disable(person: string) {
  const wish = { person, reason: 'Left the company.' }
  return (await doorFor(by(), { stepUp: await shown(by(), 'people.disable', wish) })).people.disable(wish)
}
async function enable(person: string) {
  const wish = { person }
  return (await doorFor(by(), { stepUp: await shown(by(), 'people.enable', wish) })).people.enable(wish)
}
async function endSessions(person: string) {
  const wish = { person }
  return (await doorFor(by(), { stepUp: await shown(by(), 'people.endSessions', wish) })).people.endSessions(wish)
}
async function reset(person: string, factors: 'kept' | 'lost' = 'kept') {
  const wish = { person, factors }
  return (await doorFor(by(), { stepUp: await shown(by(), 'people.reset', wish) })).people.reset(wish)
}
const isIn = async (person: Pick<Person, 'token'>) => (await doorFor(person)).identity.places({}).then(() => true, () => false)
const chosen = 'an unlikely sentence about harbours'
const withReset = async (token: string, chosenPassword = chosen, kept: Kept[] = []) => (await doorFor(null, { source: { ...sourceOfTest(), address: `reset-${world.mark}` } }, kept)).signIn.withReset({ token, password: chosenPassword })

test('who is disabled is out at the next request, everywhere, cannot come in, and is told when they are let in again', async () => {
  const person = await world.person('leaver', ['developer', world.a, 'red'])
  const { secret } = await tokenFor(person, ['namespaces.list'])
  const works = () => findBearer('engine', secret, sourceOfTest()).then((actor) => actor !== null)
  expect([await isIn(person), await works()]).toEqual([true, true])
  expect(await disable(person.id)).toMatchObject({ ok: true })
  expect(await isIn(person)).toBe(false)
  const tryIn = async () => (await doorFor(null, { source: { ...sourceOfTest(), address: `leaver-${world.mark}` } })).signIn.withPassword({ email: person.email, password })
  expect(await tryIn()).toEqual({ ok: false, refusal: 'not_accepted' })
  expect((await (await doorFor(world.platformAuditor)).people.list({ find: person.email, ...firstPage })).rows).toMatchObject([{ person: person.id, disabledAt: expect.any(String), roles: [] }])
  expect(await disable(person.id)).toEqual({ ok: false, refusal: 'already_disabled' })
  expect(await enable(person.id)).toMatchObject({ ok: true })
  expect([await isIn(person), await works()]).toEqual([false, false])
  const again = await signInAs(person.id)
  expect((await (await doorFor(again)).notices.list({})).map(({ kind }) => kind).sort()).toEqual(['account_disabled', 'account_enabled'])
  const deeds = (await recordsOf('platform', 'deed')).filter(({ entry }) => entry.action.resource === 'people' && entry.actor.userId === by().id).map(({ entry }) => entry.action.verb)
  expect(deeds).toEqual(['disable', 'enable'])
})
test('sessions are ended, felt at the next request, and their owner is told', async () => {
  const person = await world.person('ended')
  expect(await endSessions(person.id)).toMatchObject({ ok: true, value: { ended: 1 } })
  expect(await isIn(person)).toBe(false)
  const again = await signInAs(person.id)
  expect(await (await doorFor(again)).notices.list({})).toMatchObject([{ kind: 'sessions_ended' }])
})
test('nobody shuts themselves out, and nobody is there who is not', async () => {
  expect(await disable(by().id)).toEqual({ ok: false, refusal: 'own_account' })
  for (const deed of [disable, enable, endSessions, reset]) expect(await deed(crypto.randomUUID())).toEqual({ ok: false, refusal: 'not_found' })
})
test('a link sets a password once: whoever made it knows neither, every session ends, and the second factor is asked for all the same', async () => {
  const person = await world.person('forgetful', ['developer', world.a, null])
  const made = await reset(person.id)
  if (!made.ok) throw new Error(made.refusal)
  const { token } = made.value
  expect((await (await doorFor(person)).notices.list({})).map(({ kind }) => kind)).toEqual(['password_reset'])
  const heard = async (who: Person) => (await (await doorFor(who)).notices.list({})).filter(({ kind, body }) => kind === 'member_reset' && body.label === person.email).map(({ body }) => body)
  expect([await heard(world.admin), await heard(world.stranger)]).toEqual([[{ label: person.email, place: world.a, factors: 'kept' }], []])
  expect(await withReset(token, 'too short')).toEqual({ ok: false, refusal: 'too_short' })
  const kept: Kept[] = []
  expect(await withReset(token, chosen, kept)).toEqual({ ok: true, value: { next: 'factor', factors: ['code'] } })
  expect(kept.map(({ session }) => session)).toEqual([undefined])
  expect(await isIn(person)).toBe(false)
  expect(await withReset(token)).toEqual({ ok: false, refusal: 'link_not_accepted' })
  const tryIn = async (given: string) => (await doorFor(null, { source: { ...sourceOfTest(), address: `forgetful-${world.mark}` } })).signIn.withPassword({ email: person.email, password: given })
  expect(await tryIn(password)).toEqual({ ok: false, refusal: 'not_accepted' })
  expect(await tryIn(chosen)).toMatchObject({ ok: true, value: { next: 'factor' } })
  for (const { bytes } of await recordsOf('platform', 'deed')) expect(bytes.toString()).not.toContain(token)
})
/** Somebody who showed a password, and nothing else yet. */
async function halfIn(email: string) {
  const kept: Kept[] = []
  const door = () => doorFor(null, { source: { ...sourceOfTest(), address: `half-in-${email}` } }, kept)
  expect(await (await door()).signIn.withPassword({ email, password })).toMatchObject({ ok: true })
  return door
}
test('whoever is half in by the old password is out with it, and adds no factor where those of its owner are gone; a machine’s token is over, too', async () => {
  const person = await world.person('taken-over', ['developer', world.a, null])
  const made = { title: 'left behind', actions: ['namespaces.list' as const], days: 90 }
  const token = await (await doorFor(person, { stepUp: await shown(person, 'tokens.make', made) })).tokens.make(made)
  const thief = await halfIn(person.email)
  const link = await reset(person.id, 'lost')
  expect(await withReset(link.ok ? link.value.token : '')).toMatchObject({ ok: true, value: { next: 'enrol' } })
  for (const step of [async () => (await thief()).signIn.beginPasskey({}), async () => (await thief()).signIn.beginCode({}), async () => (await thief()).signIn.withCode({ code: '123456' })]) expect(await step()).toEqual({ ok: false, refusal: 'not_entering' })
  const { rows: [ended] } = await loading((sql) => sql.query('SELECT ended_at IS NOT NULL AS is_over FROM token WHERE id = $1', [token.ok ? token.value.token : null]))
  expect(ended).toEqual({ is_over: true })
})
test('whoever is half in when they are kept out is out, and does not go on where they are let in again', async () => {
  const person = await world.person('half-kept-out', ['developer', world.a, null])
  const door = await halfIn(person.email)
  await disable(person.id)
  await enable(person.id)
  expect(await (await door()).signIn.withCode({ code: '123456' })).toEqual({ ok: false, refusal: 'not_entering' })
})
test('whoever is half in, or made a token or recovery codes, since somebody is kept out or a link is taken is out with the others, and keeps nobody from it', async () => {
  for (const deed of ['disable', 'reset'] as const) {
    const person = await world.person(`later-${deed}`, ['developer', world.a, null])
    const link = deed === 'reset' ? await reset(person.id, 'lost') : null
    const isOver = await halfInLater(person)
    expect(link === null ? await disable(person.id) : await withReset(link.ok ? link.value.token : '')).toMatchObject({ ok: true })
    expect(await isOver()).toBe(true)
    const { rows: [left] } = await loading((sql) => sql.query('SELECT (SELECT count(*)::int FROM token WHERE person_id = $1 AND ended_at IS NULL) AS tokens, (SELECT count(*)::int FROM recovery_code WHERE person_id = $1 AND replaced_at IS NULL) AS codes', [person.id]))
    expect(left).toEqual({ tokens: 0, codes: deed === 'reset' ? 0 : 1 })
  }
})
test('an admin who holds the tenant by a group and by name is told once', async () => {
  const [person, admin] = [await world.person('forgets-again', ['developer', world.b, null]), await world.person('twice-admin', ['tenant_admin', world.b, null])]
  await loading((sql) => sql.query("WITH g AS (INSERT INTO group_binding (id, provider, group_name, role, tenant_id, valid_from, granted_by) VALUES (uuidv7(), 'test', $3, 'tenant_admin', $2, now() - interval '1 minute', $4) RETURNING id) INSERT INTO role_binding (id, person_id, role, tenant_id, valid_from, granted_by, through_group) SELECT uuidv7(), $1, 'tenant_admin', $2, now() - interval '1 minute', $4, id FROM g", [admin.id, world.b, `admins-${world.mark}`, by().id]))
  expect(await reset(person.id)).toMatchObject({ ok: true })
  expect((await (await doorFor(admin)).notices.list({})).map(({ kind }) => kind)).toEqual(['member_reset'])
})
test('a password that was changed while it was compared lets nobody half in', async () => {
  const person = await world.person('compared')
  const gate = () => new Gate('signIn.withPassword', { ...sourceOfTest(), address: `compared-${world.mark}` }, { session: null, entering: null })
  const { rows: [account] } = await loading((sql) => sql.query<{ password_hash: string }>('SELECT password_hash FROM local_account WHERE person_id = $1', [person.id]))
  expect(await gate().enterByPassword({}, { person: person.id, passwordHash: account?.password_hash ?? '' })).toMatchObject({ value: {} })
  expect(await gate().enterByPassword({}, { person: person.id, passwordHash: 'what it was before' })).toMatchObject({ refusal: 'not_accepted' })
})
test('a link for somebody who was given power over others since is no longer one', async () => {
  const person = await world.person('promoted', ['developer', world.a, null])
  const link = await reset(person.id, 'lost')
  const grant = { tenant: world.a, email: person.email, role: 'tenant_admin' as const, namespace: null, until: null }
  expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'members.grant', grant) })).members.grant(grant as never)).toMatchObject({ ok: true })
  expect(await withReset(link.ok ? link.value.token : '')).toEqual({ ok: false, refusal: 'link_not_accepted' })
  expect(await isIn(person)).toBe(true)
})
const passwordOf = (person: string) => loading(async (sql) => (await sql.query<{ password_hash: string }>('SELECT password_hash FROM local_account WHERE person_id = $1', [person])).rows[0]?.password_hash)
const meanwhile: [what: string, ending: string][] = [
  ['somebody was given power over others', "INSERT INTO role_binding (id, person_id, role, tenant_id) SELECT gen_random_uuid(), $1, 'tenant_admin', tenant_id FROM role_binding WHERE person_id = $1 LIMIT 1"],
  ['somebody was left another’s decisions', `INSERT INTO delegation (tenant_id, giver, delegate, reason, began_at, until) SELECT b.tenant_id, a.person_id, $1, 'Away.', now() - interval '1 minute', now() + interval '7 days'
    FROM role_binding b JOIN role_binding a ON a.tenant_id = b.tenant_id AND a.role = 'tenant_admin' WHERE b.person_id = $1 LIMIT 1`],
  ['somebody was locked out', 'UPDATE person SET disabled_at = now() WHERE id = $1'],
  ['the hour was over', "UPDATE password_reset SET made_at = now() - interval '2 hours', expires_at = now() - interval '1 hour' WHERE person_id = $1"],
]
test.each(meanwhile)('a link is looked at as it is when it is taken: while the password was hashed %s', async (what, ending) => {
  const person = await world.person(`while ${what.length}`, ['developer', world.a, null])
  const [link, before] = [await reset(person.id, 'lost'), await passwordOf(person.id)]
  const sql = await connectAs('owner')
  try {
    await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    const { rows: [{ pid }] } = await sql.query('SELECT pg_backend_pid() AS pid FROM person WHERE id = $1 FOR NO KEY UPDATE', [person.id])
    const done = withReset(link.ok ? link.value.token : '')
    await untilWaitedFor(pid)
    await sql.query(ending, [person.id])
    await sql.query('COMMIT')
    expect(await done).toEqual({ ok: false, refusal: 'link_not_accepted' })
  } finally {
    await sql.end()
  }
  expect(await passwordOf(person.id)).toBe(before)
})
test.each([
  ['is no admin any more', 'UPDATE role_binding SET valid_to = now() WHERE person_id = $1'], ['was kept out', 'UPDATE person SET disabled_at = now() WHERE id = $1'],
])('a link is over with the power by which it was made: whoever made it %s', async (what, ending) => {
  const [maker, person] = [await world.person(`parting ${what.length}`, ['platform_admin', null, null]), await world.person(`left-with ${what.length}`, ['developer', world.a, null])]
  const wish = { person: person.id, factors: 'lost' as const }
  const link = await (await doorFor(maker, { stepUp: await shown(maker, 'people.reset', wish) })).people.reset(wish)
  await loading((sql) => sql.query(ending, [maker.id]))
  expect(await withReset(link.ok ? link.value.token : '')).toEqual({ ok: false, refusal: 'link_not_accepted' })
  expect(await isIn(person)).toBe(true)
})
test('with lost factors, another one is enrolled', async () => {
  const person = await world.person('lost')
  const made = await reset(person.id, 'lost')
  expect(await withReset(made.ok ? made.value.token : '')).toEqual({ ok: true, value: { next: 'enrol', factors: [] } })
})
test('a link that is too old, was replaced, or never was, answers alike', async () => {
  const person = await world.person('slow')
  const [first, second] = [await reset(person.id), await reset(person.id)]
  expect(await withReset(first.ok ? first.value.token : '')).toEqual({ ok: false, refusal: 'link_not_accepted' })
  await loading((sql) => sql.query("UPDATE password_reset SET made_at = now() - interval '2 hours', expires_at = now() - interval '1 hour' WHERE person_id = $1 AND replaced_at IS NULL", [person.id]))
  for (const token of [second.ok ? second.value.token : '', 'x'.repeat(43)]) expect(await withReset(token)).toEqual({ ok: false, refusal: 'link_not_accepted' })
})
test.each([['a tenant admin', () => world.admin], ['a tenant’s approver', () => world.guest], ['a platform auditor', () => world.platformAuditor]] as const)('%s is not let in anew by one person alone', async (_says, person) => {
  expect(await reset(person().id)).toEqual({ ok: false, refusal: 'second_person_needed' })
})
test('whoever holds in all of a tenant what its admins composed is not let in anew by one person alone; whoever holds it in one namespace is', async () => {
  const [inAll, inOne] = [await world.person('composed'), await world.person('composed-in-one')]
  const give = (person: string, namespace: string | null) => loading((sql) => sql.query("INSERT INTO role_binding (id, person_id, role, custom_role, tenant_id, namespace_id) VALUES (gen_random_uuid(), $1, 'custom', $2, $3, $4)", [person, world.customRole, world.a, namespace]))
  await give(inAll.id, null)
  await give(inOne.id, 'red')
  expect(await reset(inAll.id, 'lost')).toEqual({ ok: false, refusal: 'second_person_needed' })
  expect(await reset(inOne.id, 'lost')).toMatchObject({ ok: true })
})
test('whoever decides for an admin who is away is not let in anew by one person alone', async () => {
  const person = await world.person('deputy', ['developer', world.a, null])
  await loading((sql) => sql.query("INSERT INTO delegation (tenant_id, giver, delegate, reason, began_at, until) VALUES ($1, $2, $3, 'Away.', now() - interval '1 minute', now() + interval '7 days')", [world.a, world.admin.id, person.id]))
  expect(await reset(person.id, 'lost')).toEqual({ ok: false, refusal: 'second_person_needed' })
})
test('who watches the platform does none of it', async () => {
  const wish = { person: world.nobody.id, reason: 'Because.' }
  await expect((await doorFor(world.platformAuditor)).people.disable(wish)).rejects.toThrow('forbidden')
  await expect((await doorFor(world.platformApprover)).people.list({ find: null, ...firstPage })).rejects.toThrow('forbidden')
})
