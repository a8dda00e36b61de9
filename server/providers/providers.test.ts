/** Signing in by a provider, and being signed out by one: a real provider's tokens before the real gate, in a database with other people in it. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import type { Kept } from '~/server/database/open-session'
import { runOnce } from '~/server/engine/loops'
import { expireSessions } from '~/server/sessions/expire-sessions'
import { findActor } from '~/server/identity/session'
import { startProvider, type TestProvider } from '~/server/testing/provider'
import { numberAll, recordsOf } from '~/server/testing/records'
import { untilWaitedFor } from '~/server/testing/waiting'
import { connectAs, doorFor, loading, makeWorld, sourceOfTest, type World } from '~/server/testing/world'
import { sessionRevoked } from './decide-token'

const folder = mkdtempSync(`${tmpdir()}/providers-`)
let world: World
let corp: TestProvider
let lab: TestProvider
let strict: TestProvider
beforeAll(async () => {
  world = await makeWorld()
  ;[corp, lab, strict] = await Promise.all([startProvider({ id: 'corp' }), startProvider({ id: 'lab', algorithm: 'ES256' }), startProvider({ id: 'strict' })])
  const common = { clientId: 'bailiwick', clientSecretFile: 'unused' }
  const list = [
    { ...common, id: 'corp', title: 'Corp', issuer: corp.issuer, groupsClaim: 'groups', multiFactor: { acr: ['phr'], amr: ['mfa'] }, events: { audience: 'https://bailiwick.example' } },
    { ...common, id: 'lab', title: 'Lab', issuer: lab.issuer, algorithm: 'ES256', multiFactor: null },
    { ...common, id: 'strict', title: 'Strict', issuer: strict.issuer, multiFactor: { acr: ['phr'] }, maxAgeSeconds: 60 },
  ]
  writeFileSync(`${folder}/providers.json`, JSON.stringify(list))
  chmodSync(`${folder}/providers.json`, 0o600)
  vi.stubEnv('PROVIDERS_FILE', `${folder}/providers.json`)
})
afterAll(async () => {
  await Promise.all([corp, lab, strict].map((provider) => provider.stop()))
  rmSync(folder, { recursive: true })
  vi.unstubAllEnvs()
  await closeDatabase()
})

const nonce = 'a-nonce-of-this-dance'
let from = 0
/** Each comes from an address of their own, so that nobody's failures are another's. */
const elsewhere = () => ({ ...sourceOfTest(), address: `2001:db8:1:${(++from).toString(16)}::1` })
type Answer = { ok: true; value: { next: string; factors?: string[] } } | { ok: false; refusal: string }
async function comesBy(provider: 'corp' | 'lab' | 'strict', idToken: string, over: { nonce?: string; token?: string } = {}) {
  const kept: Kept[] = []
  const source = elsewhere()
  const door = await doorFor(over.token === undefined ? null : { token: over.token }, { source, inside: true }, kept)
  const answer = (await door.providers.signIn({ provider, idToken, nonce: over.nonce ?? nonce })) as Answer
  const token = kept.findLast(({ session }) => session !== undefined)?.session ?? null
  return { answer, token, kept, source, actor: token === null ? null : await findActor('web', token, source) }
}
const by = { corp: () => corp, lab: () => lab, strict: () => strict }
const said = (claims: JWTPayload, provider: 'corp' | 'lab' | 'strict' = 'corp') => by[provider]().idToken({ nonce, jti: crypto.randomUUID(), acr: 'phr', name: 'Ines Ideal', email: `ines.${world.mark}@example.test`, email_verified: true, ...claims })
const signsIn = async (claims: JWTPayload, provider: 'corp' | 'lab' | 'strict' = 'corp') => comesBy(provider, await said(claims, provider))
const rolesOf = async (token: string | null) => (await findActor('web', token, sourceOfTest()))?.bindings.map(({ role, tenant, namespace }) => [role, tenant, namespace].filter(Boolean).join(' ')).sort()
async function recorded(verb: string, reference: string) {
  await numberAll()
  return (await recordsOf('platform', 'access')).filter(({ entry }) => entry.action.resource === 'providers' && entry.action.verb === verb && entry.metadata.reference === reference)
    .map(({ entry }) => ({ outcome: entry.outcome, reason: entry.reason, person: entry.actor.userId, name: entry.action.name }))
}
async function inDatabase<T>(statement: string, values: unknown[] = []): Promise<T[]> {
  return loading(async (sql) => (await sql.query(statement, values)).rows as T[])
}
/** What the engine's own login sees of a person. */
async function ofPerson<T>(person: string | undefined, statement: string): Promise<T[]> {
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.person_id', $1, true)", [person])
  const { rows } = await engine.query(statement)
  await engine.end()
  return rows as T[]
}
const countOf = async (table: string) => (await inDatabase<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n

test('whom the provider vouches for with two factors comes in, as somebody new the first time and as themselves after that', async () => {
  const first = await signsIn({ sub: 'new-1', sid: 's-1' })
  expect(first.answer).toEqual({ ok: true, value: { next: 'in', factors: [] } })
  expect(first.actor).toMatchObject({ name: 'Ines Ideal', email: `ines.${world.mark}@example.test`, methods: ['provider'], bindings: [] })
  const second = await signsIn({ sub: 'new-1', name: 'Ines Renamed' })
  expect(second.actor?.personId).toBe(first.actor?.personId)
  expect(second.actor?.name).toBe('Ines Renamed')
  expect(await recorded('signIn', first.source.reference)).toEqual([{ outcome: 'done', reason: null, person: first.actor?.personId, name: 'corp' }])
  expect(await ofPerson(first.actor?.personId, 'SELECT provider, provider_session FROM session ORDER BY signed_in_at')).toEqual([{ provider: 'corp', provider_session: 's-1' }, { provider: 'corp', provider_session: null }])
})
test('V6.8.1: two providers that say the same of somebody say it of two people, and neither is the local person with that e-mail', async () => {
  const claims = { sub: 'twin', email: world.admin.email, name: 'Ada' }
  const people = [await signsIn(claims), await signsIn(claims, 'lab'), await signsIn({ ...claims, email: world.platformAdmin.email, acr: 'phr' })]
  const ids = [people[0]?.actor?.personId, (await waiting(people[1])).person, world.admin.id, world.platformAdmin.id]
  expect(new Set(ids).size).toBe(4)
  expect(people[0]?.actor?.bindings).toEqual([])
  expect(people[2]?.actor?.personId).toBe(people[0]?.actor?.personId)
  expect(people[2]?.actor?.bindings).toEqual([])
})
async function waiting(came: Awaited<ReturnType<typeof comesBy>> | undefined): Promise<{ person: string }> {
  const [row] = await inDatabase<{ person: string }>("SELECT person_id AS person FROM sign_in WHERE outcome = 'waits' AND source_address = $1", [came?.source.address])
  if (!row) throw new Error('nobody waits')
  return row
}
test('twenty who come at once for the first time by one identity are one person', async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, () => said({ sub: 'crowd' })))
  const people = await Promise.all(tokens.map((token) => comesBy('corp', token)))
  expect(new Set(people.map(({ actor }) => actor?.personId)).size).toBe(1)
  expect(people[0]?.actor).not.toBeNull()
})
test('V10.5.1: one token lets in once, however many bring it', async () => {
  const token = await said({ sub: 'replayed' })
  const all = await Promise.all(Array.from({ length: 20 }, () => comesBy('corp', token)))
  expect(all.filter(({ answer }) => answer.ok)).toHaveLength(1)
  const refused = all.find(({ answer }) => !answer.ok)
  expect(refused?.answer).toEqual({ ok: false, refusal: 'not_accepted' })
  expect(await recorded('signIn', refused?.source.reference ?? '')).toEqual([{ outcome: 'denied', reason: 'replayed', person: null, name: 'corp' }])
})
test.each<[string, JWTPayload, string?]>([
  ['weaker than was said to mean two factors', { acr: 'weak' }], ['without a word about it', { acr: undefined }], ['with a word that only looks like it', { acr: 'PHR' }],
])('V6.8.4: a sign-in %s is half of one: no session, and a second factor of ours is asked for', async (says, claims) => {
  const came = await signsIn({ sub: `weak ${says}`, ...claims })
  expect(came.answer).toEqual({ ok: true, value: { next: 'enrol', factors: [] } })
  expect(came.token).toBeNull()
  expect(came.kept.at(-1)).toEqual({ entering: expect.stringMatching(/^[\w-]{43}$/) })
  expect(await ofPerson((await waiting(came)).person, 'SELECT FROM session')).toEqual([])
})
test('a provider of which no word means two factors always gets a second one of ours', async () => {
  expect((await signsIn({ sub: 'lab-1', acr: 'phr', amr: ['mfa'] }, 'lab')).answer).toMatchObject({ ok: true, value: { next: 'enrol' } })
})
test('a method that was said to mean two factors does', async () => {
  expect((await signsIn({ sub: 'method', acr: undefined, amr: ['pwd', 'mfa'] })).answer).toEqual({ ok: true, value: { next: 'in', factors: [] } })
})
test('V7.6.1, 7.5: who was asked too long ago, or nobody knows when, is to be asked again', async () => {
  const now = Math.floor(Date.now() / 1000)
  for (const claims of [{ auth_time: now - 100 }, {}]) expect((await signsIn({ sub: 'late', ...claims }, 'strict')).answer).toEqual({ ok: false, refusal: 'asked_too_long_ago' })
  expect((await signsIn({ sub: 'late', auth_time: now - 10 }, 'strict')).answer).toEqual({ ok: true, value: { next: 'in', factors: [] } })
})
test('a person who is disabled here stays out, whatever their provider says', async () => {
  const { actor } = await signsIn({ sub: 'disabled', groups: ['some'] })
  await inDatabase('UPDATE person SET disabled_at = now() WHERE id = $1', [actor?.personId])
  const came = await signsIn({ sub: 'disabled', name: 'Renamed', groups: [] })
  expect([came.answer, came.kept]).toEqual([{ ok: false, refusal: 'not_accepted' }, [{}]])
  expect(await recorded('signIn', came.source.reference)).toEqual([{ outcome: 'denied', reason: 'person_disabled', person: actor?.personId, name: 'corp' }])
})

test.each<[string, () => Promise<string>, string, { nonce?: string }?]>([
  ['that has no signature', async () => { const [, payload] = (await said({ sub: 'u' })).split('.'); return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.` }, 'algorithm_not_allowed'],
  ['signed by another provider', () => lab.idToken({ iss: corp.issuer, nonce, sub: 'u', acr: 'phr' }), 'algorithm_not_allowed'],
  ['signed by another provider of the same kind', () => strict.idToken({ iss: corp.issuer, nonce, sub: 'u', acr: 'phr' }), 'key_unknown'],
  ['of another issuer', () => said({ sub: 'u', iss: 'https://login.evil.example' }), 'issuer_wrong'],
  ['for another client', () => said({ sub: 'u', aud: 'another' }), 'audience_wrong'],
  ['for us and another', () => said({ sub: 'u', aud: ['bailiwick', 'another'] }), 'audience_wrong'],
  ['that is over', () => said({ sub: 'u', exp: Math.floor(Date.now() / 1000) - 60 }), 'expired'],
  ['that is old', () => said({ sub: 'u', iat: Math.floor(Date.now() / 1000) - 600 }), 'too_old'],
  ['that is not valid yet', () => said({ sub: 'u', nbf: Math.floor(Date.now() / 1000) + 600 }), 'not_yet_valid'],
  ['of another dance', () => said({ sub: 'u', nonce: 'a-nonce-of-another-dance' }), 'nonce_wrong'],
  ['of no dance', () => said({ sub: 'u', nonce: undefined }), 'nonce_wrong'],
  ['about nobody', () => said({}), 'subject_missing'],
  ['that is a logout token', () => corp.logoutToken({ sub: 'u', nonce }), 'type_wrong'],
  ['that is a logout token without its type', () => corp.logoutToken({ sub: 'u', nonce }, { typ: 'JWT' }), 'type_wrong'],
])('V6.8.2: a token %s lets nobody in, and is recorded once with the reason', async (_says, make, reason) => {
  const people = await countOf('person')
  const came = await comesBy('corp', await make())
  expect([came.answer, came.token, came.kept]).toEqual([{ ok: false, refusal: 'not_accepted' }, null, [{}]])
  expect(await recorded('signIn', came.source.reference)).toEqual([{ outcome: 'denied', reason, person: null, name: 'corp' }])
  expect(await countOf('person')).toBe(people)
})
test('new keys of the provider are its keys, and its old ones are not', async () => {
  expect((await signsIn({ sub: 'rotation' }, 'lab')).answer).toMatchObject({ ok: true })
  const old = await said({ sub: 'rotation' }, 'lab')
  await lab.rotate()
  expect((await signsIn({ sub: 'rotation' }, 'lab')).answer).toMatchObject({ ok: true })
  expect((await comesBy('lab', old)).answer).toEqual({ ok: false, refusal: 'not_accepted' })
})
test('a sign-in that nobody asked this server for cannot be asked for from outside', async () => {
  const outside = await doorFor(null, { source: elsewhere() })
  await expect(outside.providers.signIn({ provider: 'corp', idToken: await said({ sub: 'u' }), nonce })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(outside.providers.logOut({ provider: 'corp', token: await corp.logoutToken({ sub: 'u' }) })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(outside.providers.receiveEvent({ provider: 'corp', token: await revoked('u') })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
test('somebody who signs in by a provider leaves no earlier session of that browser behind', async () => {
  const earlier = await signsIn({ sub: 'again' })
  await comesBy('corp', await said({ sub: 'again' }), { token: earlier.token ?? '' })
  expect(await findActor('web', earlier.token, sourceOfTest())).toBeNull()
})

const bind = async (group: string, role: string, namespace: string | null) => {
  await inDatabase(`INSERT INTO group_binding (id, tenant_id, provider, group_name, role, namespace_id, valid_from, granted_by) VALUES (gen_random_uuid(), $1, 'corp', $2, $3, $4, now(), $5)`, [world.a, group, role, namespace, world.admin.id])
}
test('groups give the roles that a tenant bound to them, at each sign-in anew', async () => {
  await bind(`eng-${world.mark}`, 'developer', 'red')
  await bind(`leads-${world.mark}`, 'tenant_admin', null)
  const both = await signsIn({ sub: 'grouped', groups: [`eng-${world.mark}`, `leads-${world.mark}`, 'unknown'] })
  expect(await rolesOf(both.token)).toEqual([`developer ${world.a} red`, `tenant_admin ${world.a}`])
  const one = await signsIn({ sub: 'grouped', groups: `eng-${world.mark}` })
  expect(await rolesOf(one.token)).toEqual([`developer ${world.a} red`])
  expect((await (await doorFor({ token: one.token ?? '' })).identity.places({})).map(({ tenant }) => tenant)).toEqual([world.a])
  expect(await rolesOf(both.token)).toEqual([`developer ${world.a} red`])
  const none = await signsIn({ sub: 'grouped' })
  expect([await rolesOf(none.token), await rolesOf(one.token)]).toEqual([[], []])
  expect(await (await doorFor({ token: none.token ?? '' })).identity.places({})).toEqual([])
})
test('two that come in at once as one person, with other groups each, do so one after the other', async () => {
  await bind(`now-${world.mark}`, 'developer', 'red')
  const { actor } = await signsIn({ sub: 'at-once', groups: [`now-${world.mark}`] })
  const other = await connectAs('owner')
  try {
    await other.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    const { rows: [{ pid }] } = await other.query('SELECT pg_backend_pid() AS pid FROM person WHERE id = $1 FOR NO KEY UPDATE', [actor?.personId])
    const comes = signsIn({ sub: 'at-once' })
    await untilWaitedFor(pid)
    // The other began later, and is done sooner.
    await other.query("UPDATE person_group SET valid_from = date_trunc('milliseconds', clock_timestamp()) WHERE person_id = $1", [actor?.personId])
    await other.query("UPDATE role_binding SET valid_from = date_trunc('milliseconds', clock_timestamp()) WHERE person_id = $1", [actor?.personId])
    await other.query('COMMIT')
    expect(await rolesOf((await comes).token)).toEqual([])
  } finally {
    await other.end()
  }
})
test('7.3: a group called like a role of the platform gives nothing, and neither do two hundred odd ones', async () => {
  const odd = ['platform_admin', 'platform', 'tenant_admin', 'approver', '*', world.a, `${world.a}/tenant_admin`, '__proto__', 'constructor', "' OR 1=1 --", { role: 'platform_admin' }, ['platform_admin'], null]
  const came = await signsIn({ sub: 'forged', groups: odd, roles: ['platform_admin'], platform_admin: true, role: 'platform_admin', bindings: [{ role: 'platform_admin', tenant: null }] })
  expect(came.actor?.bindings).toEqual([])
  await expect(bind('ops', 'platform_admin', null)).rejects.toMatchObject({ code: '23514' })
})
test('more groups than can be looked at are cut off, and the record says so', async () => {
  await bind(`last-${world.mark}`, 'developer', 'red')
  const came = await signsIn({ sub: 'many', groups: [...Array.from({ length: 250 }, (_, at) => `g${at}`), `last-${world.mark}`] })
  expect(await rolesOf(came.token)).toEqual([])
  expect(await recorded('signIn', came.source.reference)).toEqual([{ outcome: 'done', reason: 'groups_dropped', person: came.actor?.personId, name: 'corp' }])
})

test('7.6: a provider that is gone lets nobody in; whoever is in stays, and so do local people', async () => {
  const { token } = await signsIn({ sub: 'outage' }, 'strict').then(async (late) => (late.token ? late : signsIn({ sub: 'outage', auth_time: Math.floor(Date.now() / 1000) }, 'strict')))
  const port = Number(new URL(strict.issuer).port)
  const fresh = await strict.idToken({ nonce, sub: 'outage', acr: 'phr', auth_time: Math.floor(Date.now() / 1000) }, { kid: 'a-name-of-a-new-key' })
  await strict.stop()
  const since = performance.now()
  const came = await comesBy('strict', fresh)
  expect([came.answer, came.token]).toEqual([{ ok: false, refusal: 'provider_unavailable' }, null])
  expect(performance.now() - since).toBeLessThan(5_000)
  expect(await findActor('web', token, sourceOfTest())).not.toBeNull()
  expect(await findActor('web', world.admin.token, sourceOfTest())).not.toBeNull()
  strict = await startProvider({ id: 'strict', port })
})

type Word = 'logOut' | 'receiveEvent'
async function told(word: Word, token: string, provider = 'corp') {
  const source = elsewhere()
  const door = await doorFor(null, { source, inside: true })
  const answer = (await door.providers[word]({ provider, token })) as { ok: true; value: { sessions: number } } | { ok: false; refusal: string }
  return { answer: answer.ok ? answer.value.sessions : answer.refusal, source }
}
const isIn = async (token: string | null) => (await findActor('web', token, sourceOfTest())) !== null
const all = (tokens: (string | null)[]) => Promise.all(tokens.map(isIn))

test('V10.5.5, 7.4: a logout token ends the session it names, and no other; at the next request it is over', async () => {
  const [one, two] = [await signsIn({ sub: 'leaving', sid: 'at-work' }), await signsIn({ sub: 'leaving', sid: 'at-home' })]
  const other = await signsIn({ sub: 'staying', sid: 'at-work-too' })
  expect((await told('logOut', await corp.logoutToken({ sid: 'at-work' }))).answer).toBe(1)
  expect(await all([one.token, two.token, other.token])).toEqual([false, true, true])
  const of = await told('logOut', await corp.logoutToken({ sub: 'leaving' }))
  expect([of.answer, ...(await all([two.token, other.token]))]).toEqual([1, false, true])
  expect(await recorded('logOut', of.source.reference)).toEqual([{ outcome: 'done', reason: 'sessions_ended', person: two.actor?.personId, name: 'corp' }])
  expect(await ofPerson(two.actor?.personId, 'SELECT DISTINCT ended_because FROM session')).toEqual([{ ended_because: 'provider' }])
})
test('a session that is just going on under a new token is ended with the name that its provider has for it', async () => {
  const came = await signsIn({ sub: 'renewing', sid: 'renewed' })
  const person = came.actor?.personId
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.person_id', $1, true), hold_person($1::uuid, false)", [person])
  await engine.query(`WITH old AS (UPDATE session SET ended_at = now(), ended_because = 'replaced' WHERE person_id = $1 AND ended_at IS NULL RETURNING session.*)
    INSERT INTO session (id, person_id, token_hash, seal, methods, signed_in_at, last_seen_at, powers_since, powers_seen_at, source_address, user_agent, provider, provider_session)
    SELECT uuidv7(), person_id, sha256(token_hash), seal, methods, signed_in_at, last_seen_at, powers_since, powers_seen_at, source_address, user_agent, provider, provider_session FROM old`, [person])
  const { rows: [{ pid }] } = await engine.query('SELECT pg_backend_pid() AS pid')
  const ended = told('logOut', await corp.logoutToken({ sid: 'renewed' }))
  await expect.poll(() => inDatabase('SELECT FROM pg_locks WHERE NOT granted AND $1 = ANY (pg_blocking_pids(pid))', [pid]), { timeout: 10_000 }).toHaveLength(1)
  await engine.query('COMMIT')
  await engine.end()
  expect((await ended).answer).toBe(1)
  expect(await ofPerson(person, 'SELECT FROM session WHERE ended_at IS NULL')).toEqual([])
})
test('a session of another subject is not ended by a name of its own beside a wrong subject; nor another provider’s by the same name', async () => {
  const mine = await signsIn({ sub: 'mine', sid: 'shared-name' })
  expect((await told('logOut', await corp.logoutToken({ sub: 'not-mine', sid: 'shared-name' }))).answer).toBe(0)
  await signsIn({ sub: 'somebody', sid: 'x' })
  expect((await told('logOut', await corp.logoutToken({ sub: 'somebody', sid: 'shared-name' }))).answer).toBe(0)
  expect((await told('logOut', await lab.logoutToken({ sid: 'shared-name' }), 'lab')).answer).toBe(0)
  expect(await isIn(mine.token)).toBe(true)
})
test('a sign-in that waits for its second factor is over, too', async () => {
  const came = await signsIn({ sub: 'half', sid: 'half-session', acr: 'weak' })
  await told('logOut', await corp.logoutToken({ sid: 'half-session' }))
  expect(await inDatabase('SELECT outcome, reason FROM sign_in WHERE source_address = $1', [came.source.address])).toEqual([{ outcome: 'denied', reason: 'ended_by_provider' }])
})
test('a local person’s session is not a provider’s to end', async () => {
  expect((await told('logOut', await corp.logoutToken({ sub: world.admin.id }))).answer).toBe(0)
  expect(await isIn(world.admin.token)).toBe(true)
})
test.each<[string, () => Promise<string>, string, string]>([
  ['forged', async () => corp.logoutToken({ sub: 'target' }, {}, (await corp.makeKey()).privateKey), 'invalid_key', 'signature_wrong'],
  ['for another client', () => corp.logoutToken({ sub: 'target', aud: 'another' }), 'invalid_audience', 'audience_wrong'],
  ['of another issuer', () => corp.logoutToken({ sub: 'target', iss: 'https://login.evil.example' }), 'invalid_issuer', 'issuer_wrong'],
  ['an ID token', () => corp.idToken({ sub: 'target', nonce }), 'invalid_request', 'type_wrong'],
  ['an ID token that calls itself one', () => corp.idToken({ sub: 'target', nonce, jti: 'x' }, { typ: 'logout+jwt' }), 'invalid_request', 'nonce_present'],
  ['with a nonce', () => corp.logoutToken({ sub: 'target', nonce }), 'invalid_request', 'nonce_present'],
  ['without the event', () => corp.logoutToken({ sub: 'target', events: {} }), 'invalid_request', 'event_missing'],
  ['ten minutes old', () => corp.logoutToken({ sub: 'target', iat: Math.floor(Date.now() / 1000) - 600, exp: Math.floor(Date.now() / 1000) + 600 }), 'invalid_request', 'too_old'],
  ['an event', () => corp.eventToken({ aud: 'bailiwick', events: { [sessionRevoked]: {} }, sub_id: { format: 'iss_sub', iss: corp.issuer, sub: 'target' } }), 'invalid_request', 'type_wrong'],
])('a logout token that is %s ends nothing, and is recorded once with the reason', async (_says, make, refusal, reason) => {
  const target = await signsIn({ sub: 'target' })
  const of = await told('logOut', await make())
  expect([of.answer, await isIn(target.token)]).toEqual([refusal, true])
  expect(await recorded('logOut', of.source.reference)).toEqual([{ outcome: 'denied', reason, person: null, name: 'corp' }])
})
test('one logout token is taken once: whoever came back meanwhile is not sent away by it again', async () => {
  await signsIn({ sub: 'returning' })
  const token = await corp.logoutToken({ sub: 'returning' })
  expect((await told('logOut', token)).answer).toBe(1)
  const back = await signsIn({ sub: 'returning' })
  expect([(await told('logOut', token)).answer, await isIn(back.token)]).toEqual(['replayed', true])
})

const revoked = (sub: string, over: JWTPayload = {}) => corp.eventToken({ aud: 'https://bailiwick.example', sub_id: { format: 'iss_sub', iss: corp.issuer, sub }, events: { [sessionRevoked]: { event_timestamp: 1 } }, ...over })
test('7.4: a session-revoked event ends all sessions of its subject that came by that provider', async () => {
  const [one, two, other] = [await signsIn({ sub: 'revoked' }), await signsIn({ sub: 'revoked' }), await signsIn({ sub: 'not-revoked' })]
  expect((await told('receiveEvent', await revoked('revoked'))).answer).toBe(2)
  expect(await all([one.token, two.token, other.token])).toEqual([false, false, true])
})
test.each<[string, () => Promise<string>, number | string]>([
  ['of which we need do nothing', () => revoked('unmoved', { events: { 'https://schemas.openid.net/secevent/caep/event-type/credential-change': {} } }), 0],
  ['about somebody we do not know', () => revoked('nobody-here'), 0],
  ['for another', () => revoked('unmoved', { aud: 'bailiwick' }), 'invalid_audience'],
  ['that is forged', async () => corp.eventToken({ aud: 'https://bailiwick.example' }, {}, (await corp.makeKey()).privateKey), 'invalid_key'],
  ['that is a logout token', () => corp.logoutToken({ sub: 'unmoved', aud: 'https://bailiwick.example' }), 'invalid_request'],
  ['about somebody of another issuer', () => revoked('unmoved', { sub_id: { format: 'iss_sub', iss: lab.issuer, sub: 'unmoved' } }), 'invalid_issuer'],
])('an event %s ends nothing', async (_says, make, answer) => {
  const unmoved = await signsIn({ sub: 'unmoved' })
  expect([(await told('receiveEvent', await make())).answer, await isIn(unmoved.token)]).toEqual([answer, true])
})
test('a provider for whose events nobody asked has none taken', async () => {
  expect((await told('receiveEvent', await lab.eventToken({ aud: 'x', events: { [sessionRevoked]: {} } }), 'lab')).answer).toBe('invalid_request')
})
test('whoever sends one bad word after another is not listened to for a while', async () => {
  const source = elsewhere()
  const door = await doorFor(null, { source, inside: true })
  const forged = await corp.logoutToken({ sub: 'x' }, {}, (await corp.makeKey()).privateKey)
  const answers: string[] = []
  for (let at = 0; at < 40; at++) {
    const answer = (await door.providers.logOut({ provider: 'corp', token: forged })) as { refusal: string }
    answers.push(answer.refusal)
  }
  expect([answers[0], answers.at(-1)]).toEqual(['invalid_key', 'too_many_tries'])
  expect((await told('logOut', await corp.logoutToken({ sub: 'x' }))).answer).toBe(0)
})
test('tokens that were taken are forgotten when they would be too old anyway', async () => {
  await signsIn({ sub: 'forgotten' })
  await inDatabase("UPDATE provider_token SET remembered_until = now() - interval '1 second'")
  expect(await runOnce({ name: `expire-${world.mark}`, everyMs: 0, leaseSeconds: 60, run: expireSessions })).toBe('ran')
  expect(await countOf('provider_token')).toBe(0)
})

test('the engine finds one identity at a time, changes nobody’s name but theirs, and the web finds only one’s own', async () => {
  const { actor } = await signsIn({ sub: 'walls' })
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  expect((await engine.query('SELECT FROM federated_identity')).rowCount).toBe(0)
  await engine.query("SELECT set_config('app.issuer', $1, true), set_config('app.subject', 'walls', true)", [corp.issuer])
  expect((await engine.query('SELECT person_id FROM federated_identity')).rows).toEqual([{ person_id: actor?.personId }])
  await engine.query("SELECT set_config('app.person_id', $1, true)", [world.admin.id])
  expect((await engine.query("UPDATE person SET name = 'Renamed' WHERE id = $1", [world.admin.id])).rowCount).toBe(0)
  await engine.end()
  const web = await connectAs('web')
  await web.query('BEGIN')
  expect((await web.query('SELECT FROM federated_identity')).rowCount).toBe(0)
  await web.query("SELECT set_config('app.person_id', $1, true)", [actor?.personId])
  expect((await web.query('SELECT subject FROM federated_identity')).rows).toEqual([{ subject: 'walls' }])
  await expect(web.query('SELECT FROM provider_token')).rejects.toMatchObject({ code: '42501' })
  await web.end()
})
test('who came by a provider does what their roles say, with a second factor where it is asked for', async () => {
  await bind(`admins-${world.mark}`, 'tenant_admin', null)
  const { token } = await signsIn({ sub: 'doing', groups: [`admins-${world.mark}`] })
  const door = await doorFor({ token: token ?? '' })
  await expect(door.tenants.read({ tenant: world.a })).resolves.toMatchObject({ tenant: world.a })
  await expect(door.members.end({ tenant: world.a, binding: world.binding })).rejects.toThrow('step_up_required')
  await expect(door.tenants.read({ tenant: world.b })).rejects.toThrow('not_found')
})
