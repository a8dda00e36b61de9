/** Ways to become somebody else, or to keep a right that one lost. Each is tried, each is refused, and each leaves one line in the record. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import credentials from '~/prisma/seed/credentials.json' with { type: 'json' }
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { Gate } from '~/server/database/gate'
import type { Kept } from '~/server/database/open-session'
import { assert, attest } from '~/server/demo/authenticator'
import { inScope } from '~/server/database/scope'
import { numberAll, recordsOf } from '~/server/testing/records'
import { untilWaitedFor } from '~/server/testing/waiting'
import { codeNow, connectAs, doorFor, elevated, loading, makeWorld, password, type Person, shown, signInAs, type World } from '~/server/testing/world'
import { hashPassword } from './password'
import { findActor } from './session'
import { hashToken, makeToken, sealSession } from './token'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const { origin } = new URL(process.env.PUBLIC_URL ?? '')
const key = credentials.passkey
let names = 0
const somebody = () => world.person(`way-${++names}`, ['tenant_admin', world.a, null])
const limit = (value: string) => ({ tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: value, version: '1' })
const quotas = { namespace: null, find: null, ...firstPage }

/** What the record says of it: what was tried, and why not. */
async function recordOf(work: () => Promise<unknown>): Promise<string[]> {
  await numberAll()
  const before = { platform: (await recordsOf('platform', 'access')).length, tenant: (await recordsOf(world.a, 'access')).length }
  await work()
  await numberAll()
  const since = [...(await recordsOf('platform', 'access')).slice(before.platform), ...(await recordsOf(world.a, 'access')).slice(before.tenant)]
  const ours = (id: string | null) => id === null || people.has(id)
  return since.filter(({ entry }) => entry.outcome !== 'done' && ours(entry.actor.userId)).map(({ entry }) => `${entry.action.resource}.${entry.action.verb} ${entry.outcome}: ${entry.reason}`)
}
const people = new Set<string>()
const known = async (making: Promise<Person>) => {
  const person = await making
  people.add(person.id)
  return person
}
async function entering(person: Person, given = password) {
  const kept: Kept[] = []
  const answer = await (await doorFor(null, {}, kept)).signIn.withPassword({ email: person.email, password: given })
  return { kept, answer, door: () => doorFor(null, {}, kept) }
}
async function keyed(count = 0) {
  const person = await known(somebody())
  const credentialId = randomBytes(24).toString('base64url')
  const begun = await (await doorFor(person)).factors.beginPasskey({})
  if (!begun.ok) throw new Error('begun')
  const wish = { label: 'Key', attestation: await attest(begun.value.options as never, { key, credentialId, origin, count }) }
  const added = await (await doorFor(person, { stepUp: await shown(person, 'factors.addPasskey', wish) })).factors.addPasskey(wish)
  expect(added).toMatchObject({ ok: true })
  return { person, credentialId }
}
async function come(credentialId: string, forged: Partial<Parameters<typeof assert>[1]> = {}) {
  const door = await doorFor(null)
  const asked = await door.signIn.challenge({})
  if (!asked.ok) throw new Error('asked')
  return door.signIn.withPasskey({ assertion: await assert(asked.value.options as never, { key, credentialId, origin, ...forged }) })
}

/** Somebody else does this to the person's own rows, and commits when what is tried here waits for it. */
async function meanwhile<T>(person: Person, statements: readonly string[], work: () => Promise<T>): Promise<T> {
  const other = await connectAs('engine')
  try {
    await other.query('BEGIN')
    await other.query("SELECT set_config('app.person_id', $1, true)", [person.id])
    const { rows: [{ pid }] } = await other.query('SELECT pg_backend_pid() AS pid')
    for (const statement of statements) await other.query(statement, [person.id])
    const trying = work()
    await untilWaitedFor(pid)
    await other.query('COMMIT')
    return await trying
  } finally {
    await other.end()
  }
}

test('1: the token of a sign-in that waits is no session (fixation)', async () => {
  const person = await known(somebody())
  const { kept } = await entering(person)
  expect(await recordOf(async () => expect(await (await doorFor({ token: kept.at(-1)?.entering ?? '' })).quotas.list({ tenant: world.a, ...quotas }).catch(({ message }) => message)).toBe('not_signed_in'))).toEqual(['quotas.list denied: not_signed_in'])
})
test('2: a code that was used is used (replay at another door)', async () => {
  const person = await known(somebody())
  const code = await codeNow()
  expect(await (await doorFor(person)).identity.beginStepUp({ action: 'quotas.change', input: limit('5'), proof: { code } })).toMatchObject({ ok: true })
  const { door } = await entering(person)
  expect(await recordOf(async () => expect(await (await door()).signIn.withCode({ code })).toEqual({ ok: false, refusal: 'code_not_accepted' }))).toEqual(['signIn.withCode denied: code_not_accepted'])
})
test('3: an assertion that was used is used', async () => {
  const { credentialId } = await keyed()
  const door = await doorFor(null)
  const asked = await door.signIn.challenge({})
  if (!asked.ok) throw new Error('asked')
  const assertion = await assert(asked.value.options as never, { key, credentialId, origin })
  expect(await door.signIn.withPasskey({ assertion })).toMatchObject({ ok: true })
  expect(await recordOf(async () => expect((await door.signIn.withPasskey({ assertion })).ok).toBe(false))).toEqual(['signIn.withPasskey denied: not_asked_for'])
})
test('4: a passkey at another address is none here (a site that looks alike)', async () => {
  const { credentialId } = await keyed()
  expect(await recordOf(async () => expect((await come(credentialId, { origin: 'https://bailiwick.example.net' })).ok).toBe(false))).toEqual([expect.stringMatching(/^signIn.withPasskey denied: Unexpected authentication response origin/)])
})
test('5: a copy of a passkey is found by its counter', async () => {
  const { credentialId } = await keyed(7)
  expect(await recordOf(async () => expect((await come(credentialId, { count: 7 })).ok).toBe(false))).toEqual(['signIn.withPasskey denied: counter_went_back'])
})
test('6: what was signed for one deed confirms no other', async () => {
  const { person, credentialId } = await keyed()
  const asked = await (await doorFor(person)).identity.challenge({ action: 'quotas.change', input: limit('5') })
  if (!asked.ok) throw new Error('asked')
  const assertion = await assert(asked.value.options as never, { key, credentialId, origin })
  expect(await recordOf(async () => expect((await (await doorFor(person)).identity.beginStepUp({ action: 'quotas.change', input: limit('6'), proof: { assertion } })).ok).toBe(false))).toEqual(['identity.beginStepUp refused: another_deed'])
})
test('7: whoever has the password adds no factor to an account that has one', async () => {
  const { door } = await entering(await known(somebody()))
  expect(await recordOf(async () => expect(await (await door()).signIn.beginCode({})).toEqual({ ok: false, refusal: 'has_factor' }))).toEqual(['signIn.beginCode denied: has_factor'])
})
test('8: a session that somebody wrote into the table is nobody’s', async () => {
  const person = await known(somebody())
  const token = makeToken()
  const row = { id: randomUUID(), personId: person.id, tokenHash: hashToken(token), methods: ['passkey'], signedInAt: new Date(), powersSince: new Date(), elevationId: null }
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.person_id', $1, true)", [person.id])
  await engine.query("INSERT INTO session (id, person_id, token_hash, seal, methods, signed_in_at, last_seen_at, powers_since, powers_seen_at, source_address, user_agent) VALUES ($1, $2, $3, $4, '{passkey}', $5, $5, $5, $5, '', '')",
    [row.id, row.personId, row.tokenHash, sealSession(randomBytes(32), row), row.signedInAt])
  await engine.query('COMMIT')
  await engine.end()
  expect(await recordOf(async () => expect(await findActor('web', token, { address: '2001:db8::1', userAgent: 'x', reference: randomUUID() })).toBeNull())).toEqual(['sessions.use denied: not_sealed'])
})
test('9: a session that was given a longer life, or an elevation, in the table is nobody’s', async () => {
  const person = await known(world.person(`way-${++names}`, ['platform_admin', null, null]))
  const { token, sessionId } = await signInAs(person.id)
  await loading((sql) => sql.query('ALTER TABLE session NO FORCE ROW LEVEL SECURITY')
    .then(() => sql.query('UPDATE session SET elevation_id = (SELECT id FROM elevation WHERE person_id = $2 LIMIT 1) WHERE id = $1', [sessionId, person.id])).then(() => sql.query('ALTER TABLE session FORCE ROW LEVEL SECURITY')))
  expect(await recordOf(async () => expect(await findActor('engine', token, { address: '2001:db8::1', userAgent: 'x', reference: randomUUID() })).toBeNull())).toEqual(['sessions.use denied: not_sealed'])
})
test('10: a right that was taken away is gone at the next request, and a second factor shown before does not bring it back', async () => {
  const person = await known(somebody())
  const stepUp = await shown(person, 'quotas.change', limit('5'))
  await loading((sql) => sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [person.id]))
  expect(await recordOf(async () => expect(await (await doorFor(person, { stepUp })).quotas.change(limit('5')).catch(({ message }) => message)).toBe('not_found'))).toEqual(['quotas.change denied: not_found'])
})
test('11: somebody disabled does not come in, with any factor', async () => {
  const { person, credentialId } = await keyed()
  await loading((sql) => sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [person.id]))
  expect(await recordOf(async () => expect((await come(credentialId)).ok).toBe(false))).toEqual(['signIn.withPasskey denied: person_disabled'])
})
test('12: a factor that was added today approves nothing', async () => {
  const person = await known(world.person(`way-${++names}`, ['approver', null, null]))
  await loading((sql) => sql.query('UPDATE factor SET created_at = now() WHERE person_id = $1', [person.id]))
  const wish = { request: world.request, terms: world.terms }
  const stepUp = await shown(person, 'requests.approve', wish)
  expect(await recordOf(async () => expect(await (await doorFor(person, { stepUp })).requests.approve(wish).catch(({ message }) => message)).toBe('factor_too_new'))).toEqual(['requests.approve denied: factor_too_new'])
})
test('13: an elevation that is over, or was in another browser, changes nothing', async () => {
  const person = await known(elevated(await world.person(`way-${++names}`, ['platform_admin', null, null])))
  const wish = { region: `eu-way-${names}`, title: 'Way', country: 'DE', jurisdiction: 'eu' } as const
  const other = { ...person, ...(await signInAs(person.id)) }
  expect(await recordOf(async () => expect(await (await doorFor(other, { stepUp: await shown(other, 'regions.add', wish) })).regions.add(wish).catch(({ message }) => message)).toBe('not_elevated'))).toEqual(['regions.add denied: not_elevated'])
  expect(await (await doorFor(person)).elevations.end({})).toMatchObject({ ok: true })
  expect(await recordOf(async () => expect(await (await doorFor(person, { stepUp: await shown(person, 'regions.add', wish) })).regions.add(wish).catch(({ message }) => message)).toBe('not_elevated'))).toEqual(['regions.add denied: not_elevated'])
})
test('14: a second factor shown in one session is not spent in another of the same person', async () => {
  const person = await known(somebody())
  const other = { ...person, ...(await signInAs(person.id)) }
  const stepUp = await shown(person, 'quotas.change', limit('5'))
  expect(await recordOf(async () => expect(await (await doorFor(other, { stepUp })).quotas.change(limit('5')).catch(({ message }) => message)).toBe('step_up_required'))).toEqual(['quotas.change denied: step_up_required'])
})
test('15: a factor that was removed confirms nothing, not even what it was shown for', async () => {
  const { person } = await keyed()
  const { factors } = await (await doorFor(person)).factors.list({})
  const old = factors.find(({ kind }) => kind === 'code')?.factor ?? ''
  const stepUp = await shown(person, 'quotas.change', limit('5'))
  const wish = { factor: old }
  expect(await (await doorFor(person, { stepUp: await shown(person, 'factors.remove', wish) })).factors.remove(wish)).toMatchObject({ ok: true })
  expect(await recordOf(async () => expect(await (await doorFor(person, { stepUp })).quotas.change(limit('5')).catch(({ message }) => message)).toBe('step_up_required'))).toEqual(['quotas.change denied: step_up_required'])
})
test('16: whoever changes their password still needs a factor, and the one they had opens nothing more', async () => {
  const person = await known(somebody())
  const wish = { current: password, password: 'staple wagon nine purple' }
  expect(await recordOf(async () => expect(await (await doorFor(person, { stepUp: 'x'.repeat(43) })).passwords.change(wish).catch(({ message }) => message)).toBe('step_up_required'))).toEqual(['passwords.change denied: step_up_required'])
  expect(await (await doorFor(person, { stepUp: await shown(person, 'passwords.change', wish) })).passwords.change(wish)).toEqual({ ok: true, value: {} })
  expect(await recordOf(async () => expect((await entering(person)).answer).toEqual({ ok: false, refusal: 'not_accepted' }))).toEqual(['signIn.withPassword denied: wrong_password'])
})
test('17: whoever goes on under a new token while their session is ended has none', async () => {
  const person = await known(somebody())
  const door = await doorFor(person, { stepUp: await shown(person, 'sessions.confirm', {}) })
  const tried = await meanwhile(person, ["UPDATE session SET ended_at = now(), ended_because = 'ended_by_platform' WHERE person_id = $1"], () => door.sessions.confirm({}).catch(({ message }) => message))
  expect(tried).toBe('not_signed_in')
  expect(await inScope('engine', { person: person.id }, (sql) => sql.session.count({ where: { personId: person.id, endedAt: null } }))).toBe(0)
})
test('18: a factor that is removed while it is shown confirms nothing, and lets nobody in', async () => {
  const { person, credentialId } = await keyed()
  const remove = "UPDATE factor SET removed_at = now() WHERE person_id = $1 AND kind = 'passkey'"
  const restore = () => loading((sql) => sql.query("UPDATE factor SET removed_at = NULL WHERE person_id = $1", [person.id]))
  const asked = await (await doorFor(person)).identity.challenge({ action: 'quotas.change', input: limit('5') })
  if (!asked.ok) throw new Error('asked')
  const assertion = await assert(asked.value.options as never, { key, credentialId, origin })
  const door = await doorFor(person)
  expect(await recordOf(async () => expect(await meanwhile(person, [remove], () => door.identity.beginStepUp({ action: 'quotas.change', input: limit('5'), proof: { assertion } }))).toEqual({ ok: false, refusal: 'passkey_not_accepted' }))).toEqual(['identity.beginStepUp refused: unknown_passkey'])
  await restore()
  expect(await recordOf(async () => expect(await meanwhile(person, [remove], () => come(credentialId))).toEqual({ ok: false, refusal: 'passkey_not_accepted' }))).toEqual(['signIn.withPasskey denied: unknown_passkey'])
  await restore()
  // By the code that they also have.
  const code = await codeNow()
  expect(await meanwhile(person, ['UPDATE factor SET removed_at = now() WHERE person_id = $1'], () => door.identity.beginStepUp({ action: 'quotas.change', input: limit('5'), proof: { code } }))).toEqual({ ok: false, refusal: 'code_not_accepted' })
  await restore()
  // And what was shown a moment before the removal was there to be seen.
  const stepUp = await shown(person, 'quotas.change', limit('5'))
  await loading((sql) => sql.query('UPDATE factor SET removed_at = now() WHERE person_id = $1', [person.id]))
  expect(await (await doorFor(person, { stepUp })).quotas.change(limit('5')).catch(({ message }) => message)).toBe('step_up_required')
})
test('19: what is made in an account at the moment at which it is reset goes with it', async () => {
  const person = await known(world.person(`way-${++names}`, ['developer', world.a, 'red']))
  const over = ["UPDATE session SET ended_at = now(), ended_because = 'ended_by_platform' WHERE person_id = $1"]
  const begun = await (await doorFor(person)).factors.beginPasskey({})
  if (!begun.ok) throw new Error('begun')
  const passkey = { label: 'Key', attestation: await attest(begun.value.options as never, { key, credentialId: randomBytes(24).toString('base64url'), origin }) }
  const [phone, machine] = [{ label: 'Phone', code: '000000' }, { title: 'left behind', actions: ['quotas.list' as const], days: 90 }]
  type Door = Awaited<ReturnType<typeof doorFor>>
  const tries = [
    ['factors.addPasskey', passkey, (door: Door) => door.factors.addPasskey(passkey)], ['factors.addCode', phone, (door: Door) => door.factors.addCode(phone)],
    ['factors.makeRecoveryCodes', {}, (door: Door) => door.factors.makeRecoveryCodes({})], ['tokens.make', machine, (door: Door) => door.tokens.make(machine)],
  ] as const
  for (const [action, wish, make] of tries) {
    const by = { ...person, ...(await signInAs(person.id)) }
    const door = await doorFor(by, { stepUp: await shown(by, action, wish) })
    expect([action, await meanwhile<unknown>(person, over, () => make(door).catch(({ message }: Error) => message))]).toEqual([action, 'not_signed_in'])
  }
  // Who resets it waits for what is being made, and for whoever is coming in, and takes both away.
  const coming = { id: randomUUID(), personId: person.id, tokenHash: hashToken(makeToken()), methods: ['passkey'], signedInAt: new Date(), powersSince: new Date(), elevationId: null }
  const hex = (bytes: Buffer) => `decode('${bytes.toString('hex')}', 'hex')`
  const comes = `INSERT INTO session (id, person_id, token_hash, seal, methods, signed_in_at, last_seen_at, powers_since, powers_seen_at, source_address, user_agent) VALUES ('${coming.id}', $1, ${hex(coming.tokenHash)}, ${hex(sealSession(randomBytes(32), coming))}, '{passkey}', now(), now(), now(), now(), '', '')`
  const lost = { person: person.id, factors: 'lost' as const }
  const moments = [
    ['SELECT FROM session WHERE person_id = $1 AND ended_at IS NULL FOR SHARE', "INSERT INTO factor (id, person_id, kind, label, secret) VALUES (gen_random_uuid(), $1, 'totp', 'x', '')"],
    ['SELECT hold_person($1, false)', comes],
  ] as const
  for (const [holds, makes] of moments) {
    await signInAs(person.id)
    const made = await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'people.reset', lost) })).people.reset(lost)
    const door = await doorFor(null, { source: { address: `reset-${world.mark}-${randomUUID()}`, userAgent: 'x', reference: randomUUID() } })
    expect(await meanwhile(person, [holds, makes], () => door.signIn.withReset({ token: made.ok ? made.value.token : '', password: 'staple wagon nine purple' }))).toEqual({ ok: true, value: { next: 'enrol', factors: [] } })
    expect(await loading(async (sql) => (await sql.query('SELECT count(*)::int AS factors FROM factor WHERE person_id = $1 AND removed_at IS NULL', [person.id])).rows)).toEqual([{ factors: 0 }])
    expect(await inScope('engine', { person: person.id }, (sql) => sql.session.count({ where: { personId: person.id, endedAt: null } }))).toBe(0)
    await loading((sql) => sql.query("UPDATE factor SET removed_at = NULL WHERE person_id = $1 AND label = 'Test'", [person.id]))
  }
})
test('20: a password that was set meanwhile is not overruled by who knew the one before', async () => {
  const person = await known(somebody())
  const wish = { current: password, password: 'staple wagon nine purple' }
  const door = await doorFor(person, { stepUp: await shown(person, 'passwords.change', wish) })
  const set = `UPDATE local_account SET password_hash = '${await hashPassword('their own new one, by the link')}' WHERE person_id = $1`
  expect(await meanwhile(person, [set], () => door.passwords.change(wish))).toEqual({ ok: false, refusal: 'wrong_password' })
  expect([(await entering(person, wish.password)).answer, (await entering(person, 'their own new one, by the link')).answer]).toMatchObject([{ ok: false, refusal: 'not_accepted' }, { ok: true }])
})
test('21: a factor that was removed between being shown and coming in lets nobody in', async () => {
  const person = await known(somebody())
  const { rows: [factor] } = await loading((sql) => sql.query<{ id: string }>('UPDATE factor SET removed_at = now() WHERE person_id = $1 RETURNING id', [person.id]))
  const gate = new Gate('signIn.withPasskey', { address: '2001:db8::21', userAgent: 'x', reference: randomUUID() }, { session: null, entering: null })
  expect(await recordOf(async () => expect(await gate.admit({}, { person: person.id, methods: ['passkey'], way: 'passkey', factor: factor?.id ?? '' })).toMatchObject({ refusal: 'not_accepted' }))).toEqual(['signIn.withPasskey denied: factor_removed'])
  expect(gate.kept).toEqual({})
})
