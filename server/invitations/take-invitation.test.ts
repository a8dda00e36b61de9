import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import type { Kept } from '~/server/database/open-session'
import { numberAll, recordsOf } from '~/server/testing/records'
import { untilWaitedFor } from '~/server/testing/waiting'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, signInAs, sourceOfTest, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const chosen = 'an unlikely sentence about harbours'
async function make(by: Person, email: string, namespace: string | null = 'red', tenant: string = world.a) {
  const wish = { tenant, email, role: 'developer' as const, namespace, until: null }
  return (await doorFor(by, { stepUp: await shown(by, 'invitations.make', wish) })).invitations.make(wish)
}
const tokenOf = (made: Awaited<ReturnType<typeof make>>) => {
  if (!made.ok) throw new Error(made.refusal)
  return made.value.token
}
let places = 0
const accept = async (token: string, kept: Kept[] = [], password = chosen) => (await doorFor(null, { source: { ...sourceOfTest(), address: `invited-${places++}-${world.mark}` } }, kept)).invitations.accept({ token, name: 'New Comer', password })
const known = (email: string) => loading(async (sql) => (await sql.query('SELECT id FROM person WHERE email = $1', [email])).rows.map(({ id }) => String(id)))
async function otherOrganisation(): Promise<string> {
  const id = `other-${world.mark}`
  await loading((sql) => sql.query("INSERT INTO organisation (id, title) VALUES ($1, 'Other')", [id]))
  return id
}
const address = (name: string) => `${name}.${world.mark}@example.test`

test('somebody who was nobody becomes somebody by a link, once, owes a second factor, and has the role that was promised', async () => {
  const email = address('comer')
  const token = tokenOf(await make(world.admin, email))
  expect(await make(world.admin, email)).toEqual({ ok: false, refusal: 'already_invited' })
  expect(await accept(token, [], 'too short')).toEqual({ ok: false, refusal: 'too_short' })
  expect(await known(email)).toEqual([])
  const kept: Kept[] = []
  expect(await accept(token, kept)).toEqual({ ok: true, value: { next: 'enrol', factors: [] } })
  expect(kept).toEqual([{ entering: expect.any(String) }])
  const [id = ''] = await known(email)
  const session = await signInAs(id)
  expect((await (await doorFor(session)).namespaces.list({ tenant: world.a, find: null, state: null, environment: null, sort: 'name', descending: false, ...firstPage })).rows.map(({ name }) => name)).toEqual(['red'])
  expect((await (await doorFor(world.admin)).members.list({ tenant: world.a, find: email, ...firstPage })).rows).toMatchObject([{ role: 'developer', grantedBy: world.admin.email }])
  expect((await (await doorFor(world.auditor)).invitations.list({ tenant: world.a, find: email, ...firstPage })).rows).toMatchObject([{ state: 'used', invitedBy: world.admin.email }])
  expect(await accept(token)).toEqual({ ok: false, refusal: 'link_not_accepted' })
})
test('unknown, used, taken back and lapsed links, and those of who may invite no more, answer alike; the record knows which', async () => {
  const passing = await world.person('passing', ['tenant_admin', world.a, null])
  const tokens = { withdrawn: tokenOf(await make(world.admin, address('withdrawn'))), lapsed: tokenOf(await make(world.admin, address('lapsed'))), inviter: tokenOf(await make(passing, address('inviter'))) }
  const list = (await (await doorFor(world.admin)).invitations.list({ tenant: world.a, find: address('withdrawn'), ...firstPage })).rows
  expect(await (await doorFor(world.admin)).invitations.withdraw({ tenant: world.a, invitation: list[0]?.invitation ?? '' })).toMatchObject({ ok: true })
  await loading(async (sql) => {
    await sql.query("UPDATE invitation SET invited_at = now() - interval '8 days', expires_at = now() - interval '1 day' WHERE email = $1", [address('lapsed')])
    await sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [passing.id])
  })
  for (const token of [...Object.values(tokens), 'x'.repeat(43)]) expect(await accept(token)).toEqual({ ok: false, refusal: 'link_not_accepted' })
  for (const name of Object.keys(tokens)) expect(await known(address(name))).toEqual([])
  await numberAll()
  const reasons = (await recordsOf('platform', 'access')).filter(({ entry }) => entry.action.resource === 'invitations' && entry.outcome === 'denied').map(({ entry }) => entry.reason)
  expect(reasons).toEqual(expect.arrayContaining(['withdrawn', 'lapsed', 'inviter_may_not', 'no_such_link']))
})
test('whoever guesses at links is stopped at the eleventh, and then has no use of a right one either, from there', async () => {
  const token = tokenOf(await make(world.admin, address('guessed')))
  const source = { ...sourceOfTest(), address: `guesses-${world.mark}` }
  const open = async (guess: string) => (await doorFor(null, { source })).invitations.accept({ token: guess, name: 'New Comer', password: chosen })
  const answers = []
  for (let n = 0; n < 12; n++) answers.push(await open(`${n}`.padEnd(43, 'x')))
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refusal))).toEqual([...Array(11).fill('link_not_accepted'), 'source_blocked'])
  expect(await open(token)).toEqual({ ok: false, refusal: 'source_blocked' })
  expect(await accept(token)).toMatchObject({ ok: true })
})
test('nobody takes what they promised, whoever’s address it has come to be', async () => {
  const inviter = await world.person('promises', ['tenant_admin', world.a, null])
  const token = tokenOf(await make(inviter, address('other'), null))
  await loading((sql) => sql.query('UPDATE person SET email = $2 WHERE id = $1', [inviter.id, address('other')]))
  expect(await (await doorFor(inviter)).invitations.take({ token })).toEqual({ ok: false, refusal: 'link_not_accepted' })
})
test('ten who open the same link at once: one comes in', async () => {
  const email = address('crowd')
  const token = tokenOf(await make(world.admin, email))
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)))
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refusal)).sort()).toEqual([...Array(9).fill('link_not_accepted'), 'ok'])
  expect(await known(email)).toHaveLength(1)
})
/** While somebody else is giving this person the same role. */
async function whileGiven<T>(person: string, work: () => Promise<T>): Promise<T> {
  const sql = await connectAs('owner')
  try {
    await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    const { rows: [{ pid }] } = await sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id, namespace_id) VALUES (gen_random_uuid(), $1, 'developer', $2, 'red') RETURNING pg_backend_pid() AS pid", [person, world.a])
    const done = work()
    await untilWaitedFor(pid)
    await sql.query('COMMIT')
    return await done
  } finally {
    await sql.end()
  }
}
test('who is given the role while they take it by a link is told that they hold it, and the link stays open', async () => {
  const person = await world.person('given')
  const token = tokenOf(await make(world.admin, person.email))
  expect(await whileGiven(person.id, async () => (await doorFor(person)).invitations.take({ token }))).toEqual({ ok: false, refusal: 'already_holds' })
  expect((await (await doorFor(world.auditor)).invitations.list({ tenant: world.a, find: person.email, ...firstPage })).rows).toMatchObject([{ state: 'open' }])
})
test('who gives somebody a role that they just take by a link is told so', async () => {
  const [one, many] = [await world.person('takes'), await world.person('takes-too')]
  const [wish, wishes] = [{ tenant: world.a, email: one.email, role: 'developer' as const, namespace: 'red', until: null }, { tenant: world.a, emails: [many.email, world.nobody.email], role: 'developer' as const, namespace: 'red', until: null }]
  const [byOne, byMany] = [await doorFor(world.admin, { stepUp: await shown(world.admin, 'members.grant', wish) }), await doorFor(world.admin, { stepUp: await shown(world.admin, 'members.grantMany', wishes) })]
  expect(await whileGiven(one.id, () => byOne.members.grant(wish))).toEqual({ ok: false, refusal: 'already_holds' })
  expect(await whileGiven(many.id, () => byMany.members.grantMany(wishes))).toEqual({ ok: false, refusal: 'not_everybody', about: [{ field: many.email, says: 'They hold that role there already.' }] })
})
/** What is done while somebody else has the link, who in that time changes something and commits it. */
async function behind<T>(email: string, work: () => Promise<T>, meanwhile: string, ...values: unknown[]): Promise<T> {
  const sql = await connectAs('owner')
  try {
    await sql.query('BEGIN')
    await sql.query("SELECT set_config('app.loading', 'on', true)")
    const { rows: [{ pid }] } = await sql.query('SELECT pg_backend_pid() AS pid FROM invitation WHERE email = $1 FOR UPDATE', [email])
    const done = work()
    await untilWaitedFor(pid)
    await sql.query(meanwhile, values)
    await sql.query('COMMIT')
    return await done
  } finally {
    await sql.end()
  }
}
test('a link that somebody waits to take is looked at as it is when they have it', async () => {
  const leaves = await world.person('leaves', ['tenant_admin', world.a, null])
  const losses = [
    ['left', leaves, 'UPDATE role_binding SET valid_to = now() WHERE person_id = $1', leaves.id], ['late', world.admin, "UPDATE invitation SET invited_at = now() - interval '7 days', expires_at = now() - interval '1 second' WHERE email = $1", address('late')],
  ] as const
  for (const [name, by, loss, value] of losses) {
    const token = tokenOf(await make(by, address(name)))
    expect([name, await behind(address(name), () => accept(token), loss, value)]).toEqual([name, { ok: false, refusal: 'link_not_accepted' }])
    expect(await known(address(name))).toEqual([])
  }
})
test('of two links to one address that are opened at once one makes the account; the other is told to take it, and may', async () => {
  const email = address('twice')
  const tokens = [tokenOf(await make(world.admin, email)), tokenOf(await make(world.stranger, email, null, world.b))]
  const answers = await Promise.all(tokens.map((token) => accept(token)))
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refusal)).sort()).toEqual(['has_account', 'ok'])
  const [id = ''] = await known(email)
  const left = tokens[answers.findIndex(({ ok }) => !ok)] ?? ''
  expect(await (await doorFor(await signInAs(id))).invitations.take({ token: left })).toMatchObject({ ok: true })
})
test('whoever withdraws a link that is taken meanwhile is told so', async () => {
  const email = address('both')
  const made = await make(world.admin, email)
  if (!made.ok) throw new Error(made.refusal)
  const withdraw = async () => (await doorFor(world.admin)).invitations.withdraw({ tenant: world.a, invitation: made.value.invitation })
  expect(await behind(email, withdraw, 'UPDATE invitation SET used_at = now(), used_by = $2 WHERE email = $1', email, world.nobody.id)).toEqual({ ok: false, refusal: 'not_open' })
})
test('who has an account signs in and takes what is theirs; another’s is not there', async () => {
  const person = await world.person('known')
  const token = tokenOf(await make(world.admin, person.email, null))
  expect(await accept(token)).toEqual({ ok: false, refusal: 'has_account' })
  const take = async (by: Person) => (await doorFor(by)).invitations.take({ token })
  expect(await take(world.nobody)).toEqual({ ok: false, refusal: 'link_not_accepted' })
  expect(await take(person)).toEqual({ ok: true, value: { tenant: world.a, role: 'developer', namespace: null } })
  expect(await take(person)).toEqual({ ok: false, refusal: 'link_not_accepted' })
})
test('whoever opens their own link as somebody else is that person in no other tenant, and nowhere on the platform', async () => {
  const email = address('squatted')
  expect(await accept(tokenOf(await make(world.stranger, email, null, world.b)))).toMatchObject({ ok: true })
  const grant = async (by: Person, tenant: string) => {
    const wish = { tenant, email, role: 'auditor' as const, namespace: null, until: null }
    return (await doorFor(by, { stepUp: await shown(by, 'members.grant', wish) })).members.grant(wish)
  }
  const many = { tenant: world.a, emails: [email], role: 'auditor' as const, namespace: null, until: null }
  const staff = { email, role: 'auditor' as const, until: null }
  const admin = async (organisation: string) => (await doorFor(world.platformAdmin)).tenants.request({ organisation, name: `squatted-${world.mark}`, title: 'New', isolationLevel: 1, trust: 'internal', regions: ['eu-test-1'], compliance: [], purpose: 'None.', admin: email })
  const unknown = { ok: false, refusal: 'person_unknown' }
  expect(await grant(world.admin, world.a)).toEqual(unknown)
  expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'members.grantMany', many) })).members.grantMany(many)).toMatchObject({ ok: false, about: [{ field: email }] })
  expect(await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'staff.grant', staff) })).staff.grant(staff)).toEqual(unknown)
  expect(await admin(await otherOrganisation())).toEqual(unknown)
  expect(await admin(world.organisation)).toMatchObject({ ok: true })
  expect(await grant(world.stranger, world.b)).toMatchObject({ ok: true })
  // Who takes a link of that tenant is known there from then on.
  const [id = ''] = await known(email)
  expect(await (await doorFor(await signInAs(id))).invitations.take({ token: tokenOf(await make(world.admin, email, null)) })).toMatchObject({ ok: true })
  expect(await grant(world.admin, world.a)).toMatchObject({ ok: true })
})
test('an address that somebody came by a provider with is nobody else’s to come in with, and whoever vouches for them finds them', async () => {
  const person = await world.person('provided')
  await loading((sql) => sql.query('DELETE FROM local_account WHERE person_id = $1', [person.id]))
  expect(await accept(tokenOf(await make(world.stranger, person.email, null, world.b)))).toEqual({ ok: false, refusal: 'has_account' })
  const wish = { tenant: world.a, email: person.email, role: 'auditor' as const, namespace: null, until: null }
  expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'members.grant', wish) })).members.grant(wish)).toMatchObject({ ok: true })
})
test('an operator invites to the platform, and somebody comes in by it', async () => {
  const email = address('operator')
  const wish = { email, role: 'auditor' as const, until: null }
  const made = await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'invitations.makeOnPlatform', wish) })).invitations.makeOnPlatform(wish)
  expect(await accept(made.ok ? made.value.token : '')).toMatchObject({ ok: true })
  const [id = ''] = await known(email)
  expect(await (await doorFor(await signInAs(id))).tenants.summarise({})).toBeDefined()
  expect((await (await doorFor(world.platformAuditor)).invitations.listOnPlatform({ find: email, ...firstPage })).rows).toMatchObject([{ role: 'auditor', state: 'used' }])
})
test('into a namespace that is closing nobody comes by a link, as nobody is given a role there', async () => {
  const known = await world.person('known-there', ['developer', world.a, 'red'])
  const tokens = [tokenOf(await make(world.admin, address('closing'), 'blue')), tokenOf(await make(world.admin, known.email, 'blue'))]
  await loading((sql) => sql.query("UPDATE namespace SET closing_at = now(), closed_by = $2 WHERE tenant_id = $1 AND id = 'blue'", [world.a, world.admin.id]))
  expect(await make(world.admin, address('closing-2'), 'blue')).toMatchObject({ ok: false })
  expect(await accept(tokens[0] ?? '')).toEqual({ ok: false, refusal: 'link_not_accepted' })
  expect(await (await doorFor(known)).invitations.take({ token: tokens[1] ?? '' })).toEqual({ ok: false, refusal: 'link_not_accepted' })
})
test('a frozen tenant lets nobody in, and another tenant’s invitation is not there', async () => {
  const token = tokenOf(await make(world.stranger, address('frozen'), null, world.b))
  expect(await (await doorFor(world.stranger)).invitations.withdraw({ tenant: world.b, invitation: world.invitation })).toEqual({ ok: false, refusal: 'not_found' })
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [world.b]))
  expect(await accept(token)).toEqual({ ok: false, refusal: 'tenant_frozen' })
  expect(await make(world.stranger, address('frozen2'), null, world.b)).toEqual({ ok: false, refusal: 'tenant_frozen' })
})
test('by a link the engine makes what was promised, and nothing else', async () => {
  const engine = await connectAs('engine')
  const attempt = async (role: string, tenant: string | null) => {
    await engine.query('BEGIN')
    await engine.query("SELECT set_config('app.person_id', $1, true), set_config('app.own_email', $2, true)", [world.nobody.id, `invited.${world.mark}@example.test`])
    const { rows } = await engine.query('UPDATE invitation SET used_at = date_trunc($2, now()), used_by = $1 WHERE used_at IS NULL RETURNING used_at, invited_by', [world.nobody.id, 'milliseconds'])
    const outcome = await engine.query('INSERT INTO role_binding (id, person_id, role, tenant_id, valid_from, granted_by) VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)', [world.nobody.id, role, tenant, rows[0]?.used_at, rows[0]?.invited_by]).then(() => 'made', (thrown: Error) => thrown.message)
    await engine.query('ROLLBACK')
    return outcome
  }
  expect(await attempt('developer', world.a)).toBe('made')
  expect(await attempt('tenant_admin', world.a)).toMatch(/row-level security/)
  expect(await attempt('developer', world.b)).toMatch(/row-level security/)
  expect(await attempt('platform_admin', null)).toMatch(/row-level security/)
  await engine.end()
})
test('who audits the platform takes no role that runs it by a link, nor the other way, and not by two links at once', async () => {
  const promise = async (email: string, role: 'auditor' | 'platform_admin' | 'approver') => {
    const wish = { email, role, until: null }
    const made = await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'invitations.makeOnPlatform', wish) })).invitations.makeOnPlatform(wish)
    return made.ok ? made.value.token : ''
  }
  const take = async (person: Person, token: string) => (await doorFor(person)).invitations.take({ token })
  const [audits, approves, both] = [await world.person('audits-here', ['auditor', null, null]), await world.person('approves-here', ['approver', null, null]), await world.person('would-both')]
  expect(await take(audits, await promise(audits.email, 'platform_admin'))).toEqual({ ok: false, refusal: 'operates_and_audits' })
  expect(await take(approves, await promise(approves.email, 'auditor'))).toEqual({ ok: false, refusal: 'operates_and_audits' })
  expect(await take(approves, await promise(approves.email, 'platform_admin'))).toMatchObject({ ok: true })
  const links = [await promise(both.email, 'auditor'), await promise(both.email, 'platform_admin')]
  // Whoever comes second may be told that what they hold changed meanwhile, and asks again.
  const answers = await Promise.all(links.map((link) => take(both, link).catch(() => take(both, link))))
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refusal)).sort()).toEqual(['ok', 'operates_and_audits'])
})
