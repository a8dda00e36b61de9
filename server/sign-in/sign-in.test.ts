import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import credentials from '~/prisma/seed/credentials.json' with { type: 'json' }
import { closeDatabase } from '~/server/database/client'
import type { Kept } from '~/server/database/open-session'
import { assert, attest } from '~/server/demo/authenticator'
import type { Source } from '~/server/identity/actor'
import { findActor } from '~/server/identity/session'
import { numberAll, recordsOf } from '~/server/testing/records'
import { untilWaitedFor } from '~/server/testing/waiting'
import { codeNow, connectAs, doorFor, loading, makeWorld, password, type Person, signInAs, sourceOfTest, totpSecret, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const { origin } = new URL(process.env.PUBLIC_URL ?? '')
const key = credentials.passkey
let sources = 0
/** A place of its own for each story: what fails in one is not counted in another. */
const elsewhere = (): Source => ({ ...sourceOfTest(), address: `2001:db8:${(process.pid % 65_536).toString(16)}:${(++sources).toString(16)}::1` })

/** A browser that nobody is signed in with yet. */
function browser(source = elsewhere()) {
  const kept: Kept[] = []
  const door = () => doorFor(null, { source }, kept)
  const token = () => kept.findLast(({ session }) => session !== undefined)?.session ?? null
  return { kept, door, source, token, who: async () => findActor('web', token(), source) }
}
const value = <T>(answer: { ok: true; value: T } | { ok: false; refusal: string }): T => {
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value
}
const refusal = (answer: { ok: boolean; refusal?: string }) => (answer.ok ? 'accepted' : answer.refusal)
const withoutFactors = (person: Person) => loading((sql) => sql.query('UPDATE factor SET removed_at = now() WHERE person_id = $1', [person.id]))
async function recordsAbout(person: Person, verb: string) {
  await numberAll()
  return (await recordsOf('platform', 'access')).filter(({ entry }) => entry.action.resource === 'signIn' && entry.action.verb === verb && entry.actor.userId === person.id).map(({ entry }) => `${entry.outcome} ${entry.reason}`)
}
/** Somebody with a passkey made by the software authenticator. */
async function withPasskey(name: string, given: Partial<Parameters<typeof attest>[1]> = {}) {
  const person = await world.person(name, ['tenant_admin', world.a, null])
  await withoutFactors(person)
  const there = browser()
  value(await (await there.door()).signIn.withPassword({ email: person.email, password }))
  const { options } = value(await (await there.door()).signIn.beginPasskey({})) as { options: never }
  const credentialId = Buffer.from(crypto.randomUUID()).toString('base64url')
  const enrolled = value(await (await there.door()).signIn.enrolPasskey({ label: 'Key', attestation: await attest(options, { key, credentialId, origin, ...given }) }))
  return { person, credentialId, there, recoveryCodes: enrolled.recoveryCodes }
}
const asked = async (there: ReturnType<typeof browser>) => (value(await (await there.door()).signIn.challenge({})) as { options: never }).options

describe('password and code', () => {
  test('the password alone opens nothing; with a code there is a session, and the code is used', async () => {
    const there = browser()
    expect(value(await (await there.door()).signIn.withPassword({ email: world.admin.email.toUpperCase(), password }))).toEqual({ next: 'factor', factors: ['code'] })
    expect(there.token()).toBeNull()
    const code = await codeNow()
    value(await (await there.door()).signIn.withCode({ code }))
    expect(await there.who()).toMatchObject({ personId: world.admin.id, methods: ['password', 'code'], powers: 'live', elevatedUntil: null })
    const again = browser()
    value(await (await again.door()).signIn.withPassword({ email: world.admin.email, password }))
    expect(await (await again.door()).signIn.withCode({ code })).toEqual({ ok: false, refusal: 'code_not_accepted' })
  })
  test('one code sent 100 times at once, at sign-in and before a deed, is accepted once', async () => {
    const person = await world.person('parallel', ['tenant_admin', world.a, null])
    const there = browser()
    value(await (await there.door()).signIn.withPassword({ email: person.email, password }))
    const code = await generate({ secret: totpSecret })
    const input = { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' }
    const ways = await Promise.all(Array.from({ length: 100 }, async (_, at) =>
      at % 2 ? (await there.door()).signIn.withCode({ code }) : (await doorFor(person)).identity.beginStepUp({ action: 'quotas.change', input, proof: { code } })))
    expect(ways.filter(({ ok }) => ok)).toHaveLength(1)
  })
  test('whoever signs in again in the same browser leaves no earlier session behind there, and those elsewhere alone', async () => {
    const person = await world.person('again', ['tenant_admin', world.a, null])
    const earlier = await signInAs(person.id)
    const [kept, source] = [[] as Kept[], elsewhere()]
    const door = () => doorFor(earlier, { source }, kept)
    value(await (await door()).signIn.withPassword({ email: person.email, password }))
    value(await (await door()).signIn.withCode({ code: await codeNow() }))
    const isIn = async (token: string | null) => (await findActor('web', token, source)) !== null
    expect([await isIn(earlier.token), await isIn(kept.at(-1)?.session ?? null), await isIn(person.token)]).toEqual([false, true, true])
  })
  test('an unknown account, a wrong password and somebody disabled are answered alike, and recorded apart', async () => {
    const disabled = await world.person('disabled')
    await loading((sql) => sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [disabled.id]))
    const answers = await Promise.all([
      [world.lead.email, 'wrong password here'], ['nobody@nowhere.test', password], [disabled.email, password],
    ].map(async ([email = '', word = '']) => (await browser().door()).signIn.withPassword({ email, password: word })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":false,"refusal":"not_accepted"}']))
    expect([await recordsAbout(world.lead, 'withPassword'), await recordsAbout(disabled, 'withPassword')]).toEqual([['denied wrong_password'], ['denied person_disabled']])
  })
  test('the password is compared as it was given: not trimmed, not cut, and case counts', async () => {
    for (const given of [` ${password}`, `${password} `, password.toUpperCase(), password.slice(0, -1), `${password}x`]) {
      expect(refusal(await (await browser().door()).signIn.withPassword({ email: world.auditor.email, password: given }))).toMatch(/not_accepted|too_many_tries/)
    }
  })
  test('of one source ten failures are looked at and answered as such, from however many addresses of its network; the eleventh blocks it, once, with a signal, and others come in', async () => {
    const person = await world.person('guessed')
    const bad = elsewhere()
    const near = (at: number): Source => ({ ...bad, address: bad.address.replace(/1$/, (at + 2).toString(16)) })
    const guess = async (email: string, word: string, source = bad) => refusal(await (await browser(source).door()).signIn.withPassword({ email, password: word }))
    for (let n = 0; n < 10; n++) expect(await guess(`ghost-${n}-${world.mark}@nowhere.test`, 'wrong password here', near(n))).toBe('not_accepted')
    expect(await guess(person.email, password)).toBe('accepted')
    expect(await guess(`ghost-10-${world.mark}@nowhere.test`, 'wrong password here')).toBe('not_accepted')
    for (let n = 0; n < 3; n++) expect(await guess(person.email, password)).toBe('source_blocked')
    expect(await guess(person.email, password, elsewhere())).toBe('accepted')
    const signals = await loading((sql) => sql.query("ALTER TABLE signal NO FORCE ROW LEVEL SECURITY").then(() => sql.query("SELECT kind FROM signal WHERE body ->> 'source' = $1", [bad.address])).then(async (found) => {
      await sql.query('ALTER TABLE signal FORCE ROW LEVEL SECURITY')
      return found.rows
    }))
    expect(signals).toEqual([{ kind: 'sign_in.source_blocked' }])
  })
  test('whoever guesses one account from one place is stopped there after five, and its owner comes in from another', async () => {
    const person = await world.person('target')
    const bad = elsewhere()
    const guess = async (word: string, source = bad) => refusal(await (await browser(source).door()).signIn.withPassword({ email: person.email, password: word }))
    const answers = []
    for (let n = 0; n < 8; n++) answers.push(await guess('wrong password here'))
    expect(answers).toEqual([...Array(5).fill('not_accepted'), ...Array(3).fill('too_many_tries')])
    expect([await guess(password), await guess(password, elsewhere())]).toEqual(['too_many_tries', 'accepted'])
  })
  test('a hundred guesses at once are looked at five times', async () => {
    const person = await world.person('flooded')
    const bad = elsewhere()
    const answers = await Promise.all(Array.from({ length: 60 }, async () => refusal(await (await browser(bad).door()).signIn.withPassword({ email: person.email, password: 'wrong password here' }))))
    expect(answers.filter((answer) => answer === 'not_accepted').length).toBeLessThanOrEqual(5)
  })
  test('somebody whose code is wrong after a right password is told of it once, wherever they are signed in', async () => {
    const person = await world.person('noticed')
    const there = browser()
    value(await (await there.door()).signIn.withPassword({ email: person.email, password }))
    for (const code of ['000000', '000001']) expect((await (await there.door()).signIn.withCode({ code })).ok).toBe(false)
    expect(await (await doorFor(person)).notices.list({})).toMatchObject([{ kind: 'factor_failed', body: { source: there.source.address } }])
    expect(await (await doorFor(person)).signIn.recent({})).toMatchObject([{ outcome: 'denied', way: 'code' }, { outcome: 'denied', way: 'code' }, { outcome: 'waits', way: 'password' }])
  })
  test('a sign-in that waited longer than ten minutes, or is over, goes on no more', async () => {
    const person = await world.person('late')
    const there = browser()
    value(await (await there.door()).signIn.withPassword({ email: person.email, password }))
    await loading((sql) => sql.query("UPDATE sign_in SET at = at - interval '10 minutes' WHERE person_id = $1", [person.id]))
    expect(await (await there.door()).signIn.withCode({ code: await codeNow() })).toEqual({ ok: false, refusal: 'not_entering' })
    expect(await recordsAbout(person, 'withCode')).toContain('denied too_old')
  })
})

describe('a passkey', () => {
  test('ASVS 6.7.2: what it is to sign is 256 bits, another time others', async () => {
    const there = browser()
    const challenges: string[] = []
    for (let n = 0; n < 5; n++) challenges.push((await asked(there) as { challenge: string }).challenge)
    expect(new Set(challenges).size).toBe(5)
    for (const challenge of challenges) expect(Buffer.from(challenge, 'base64url')).toHaveLength(32)
  })
  test('signs in by itself: nobody says who they are', async () => {
    const { person, credentialId } = await withPasskey('keyed')
    const there = browser()
    value(await (await there.door()).signIn.withPasskey({ assertion: await assert(await asked(there), { key, credentialId, origin, userHandle: Buffer.from(person.id).toString('base64url') }) }))
    expect(await there.who()).toMatchObject({ personId: person.id, methods: ['passkey'] })
  })
  const other = { kty: 'EC', crv: 'P-256', x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0', d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI' }
  test.each([
    ['of another key', { key: other }], ['from another origin', { origin: 'https://evil.example' }], ['for another site', { rpId: 'evil.example' }], ['without the person verified', { flags: { userVerified: false } }],
    ['with nobody there', { flags: { userPresent: false } }], ['of another kind', { type: 'webauthn.create' }], ['of a challenge nobody gave', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['that may leave its device all of a sudden', { flags: { backupEligible: true } }], ['with another person’s handle', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
  ])('%s does not, with one record', async (_says, forged) => {
    const { person, credentialId } = await withPasskey(`forged-${++sources}`)
    const there = browser()
    expect(await (await there.door()).signIn.withPasskey({ assertion: await assert(await asked(there), { key, credentialId, origin, ...forged }) })).toEqual({ ok: false, refusal: 'passkey_not_accepted' })
    expect(there.token()).toBeNull()
    expect(await recordsAbout(person, 'withPasskey')).toEqual([expect.stringMatching(/^denied ./)])
  })
  test('what was signed once is not taken again, not even at once', async () => {
    const { credentialId } = await withPasskey('replayed')
    const there = browser()
    const assertion = await assert(await asked(there), { key, credentialId, origin })
    const answers = await Promise.all(Array.from({ length: 20 }, async () => (await browser().door()).signIn.withPasskey({ assertion })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })
  test('whose counter goes back, or stands still, is a copy', async () => {
    const { person, credentialId } = await withPasskey('counted', { count: 5 })
    const come = async (count: number) => {
      const there = browser()
      return refusal(await (await there.door()).signIn.withPasskey({ assertion: await assert(await asked(there), { key, credentialId, origin, count }) }))
    }
    expect([await come(9), await come(9), await come(8), await come(0), await come(10)]).toEqual(['accepted', ...Array(3).fill('passkey_not_accepted'), 'accepted'])
    expect(await recordsAbout(person, 'withPasskey')).toContain('denied counter_went_back')
  })
  test('that was signed for a deed does not sign in, and what signed in confirms no deed', async () => {
    const { person, credentialId, there } = await withPasskey('crossed')
    const session = { ...person, token: there.token() ?? '' }
    const input = { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' }
    const { options } = value(await (await doorFor(session)).identity.challenge({ action: 'quotas.change', input })) as { options: never }
    const forDeed = await assert(options, { key, credentialId, origin })
    expect((await (await browser().door()).signIn.withPasskey({ assertion: forDeed })).ok).toBe(false)
    const toComeIn = await assert(await asked(browser()), { key, credentialId, origin })
    expect(await (await doorFor(session)).identity.beginStepUp({ action: 'quotas.change', input, proof: { assertion: toComeIn } })).toEqual({ ok: false, refusal: 'passkey_not_accepted' })
  })
  test('confirms the deed that was asked, in that session, and no other', async () => {
    const { person, credentialId, there } = await withPasskey('deeds')
    const session = { ...person, token: there.token() ?? '', sessionId: (await there.who())?.sessionId ?? '' }
    const input = { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' }
    const sign = async () => assert((value(await (await doorFor(session)).identity.challenge({ action: 'quotas.change', input })) as { options: never }).options, { key, credentialId, origin })
    const begin = async (who: Person, wish: unknown, assertion: Awaited<ReturnType<typeof sign>>) => refusal(await (await doorFor(who)).identity.beginStepUp({ action: 'quotas.change', input: wish, proof: { assertion } }))
    expect(await begin(session, { ...input, limit: '6' }, await sign())).toBe('passkey_not_accepted')
    expect(await begin(person, input, await sign())).toBe('passkey_not_accepted')
    const right = await sign()
    expect([await begin(session, input, right), await begin(session, input, right)]).toEqual(['accepted', 'passkey_not_accepted'])
  })
  test('moved to another row, its public key opens nothing', async () => {
    const { person, credentialId } = await withPasskey('moved')
    const thief = await withPasskey('thief')
    await loading((sql) => sql.query('UPDATE factor SET secret = (SELECT secret FROM factor WHERE person_id = $1 AND removed_at IS NULL) WHERE person_id = $2 AND removed_at IS NULL', [thief.person.id, person.id]))
    const there = browser()
    await expect((await there.door()).signIn.withPasskey({ assertion: await assert(await asked(there), { key, credentialId, origin }) })).rejects.toThrow()
    expect(there.token()).toBeNull()
  })
})

describe('the first sign-in', () => {
  test('whoever has no second factor enrols one, gets ten recovery codes once, and is told everywhere', async () => {
    const person = await world.person('fresh')
    await withoutFactors(person)
    const there = browser()
    expect(value(await (await there.door()).signIn.withPassword({ email: person.email, password }))).toEqual({ next: 'enrol', factors: [] })
    const { secret, uri } = value(await (await there.door()).signIn.beginCode({}))
    expect(uri).toMatch(/^otpauth:\/\/totp\/Bailiwick:/)
    expect(await (await there.door()).signIn.enrolCode({ label: 'Phone', code: '000000' })).toEqual({ ok: false, refusal: 'code_not_right' })
    const { recoveryCodes } = value(await (await there.door()).signIn.enrolCode({ label: 'Phone', code: await generate({ secret }) }))
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){5}[A-HJ-NP-Z2-9]{4}$/)
    const me = { ...person, token: there.token() ?? '' }
    expect(await (await doorFor(me)).factors.list({})).toMatchObject({ factors: [{ kind: 'code', label: 'Phone' }], recoveryCodesLeft: 10 })
    expect(await (await doorFor(person)).notices.list({})).toMatchObject([{ kind: 'factor_added', body: { label: 'Phone' } }])
  })
  test('whoever has one shows it, and does not add another with the password alone', async () => {
    const there = browser()
    value(await (await there.door()).signIn.withPassword({ email: world.guest.email, password }))
    for (const answer of [await (await there.door()).signIn.beginPasskey({}), await (await there.door()).signIn.beginCode({}), await (await there.door()).signIn.enrolCode({ label: 'Thief', code: '000000' })]) expect(answer).toEqual({ ok: false, refusal: 'has_factor' })
  })
  test('of many who know one password and add the first factor at once, one does; the others are asked for it, and leave nothing behind', async () => {
    const person = await world.person('raced')
    await withoutFactors(person)
    const entrants = []
    for (let n = 0; n < 8; n++) {
      const there = browser()
      value(await (await there.door()).signIn.withPassword({ email: person.email, password }))
      const { options } = value(await (await there.door()).signIn.beginPasskey({})) as { options: never }
      entrants.push({ there, attestation: await attest(options, { key, credentialId: Buffer.from(crypto.randomUUID()).toString('base64url'), origin }) })
    }
    const answers = await Promise.all(entrants.map(async ({ there, attestation }, n) => (await there.door()).signIn.enrolPasskey({ label: `Key ${n}`, attestation })))
    expect(answers.map(refusal).sort()).toEqual(['accepted', ...Array(7).fill('has_factor')])
    const first = entrants[answers.findIndex(({ ok }) => ok)]
    const me = { ...person, token: first?.there.token() ?? '' }
    expect(await (await doorFor(me)).factors.list({})).toMatchObject({ factors: [{ kind: 'passkey' }], recoveryCodesLeft: 10 })
    expect(await (await doorFor(me)).notices.list({})).toHaveLength(1)
    expect(entrants.filter(({ there }) => there.token() !== null)).toHaveLength(1)
  })
  test('nothing of it is there for who has not shown a password', async () => {
    const door = await browser().door()
    for (const answer of [await door.signIn.beginPasskey({}), await door.signIn.beginCode({}), await door.signIn.withCode({ code: '123456' }), await door.signIn.withRecoveryCode({ code: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF' })]) expect(answer).toEqual({ ok: false, refusal: 'not_entering' })
  })
})

describe('a recovery code', () => {
  test('is not used up where the sign-in that it was shown for is over by then', async () => {
    const { person, recoveryCodes } = await withPasskey('over')
    const there = browser()
    value(await (await there.door()).signIn.withPassword({ email: person.email, password }))
    const owner = await connectAs('owner')
    try {
      await owner.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
      const { rows: [{ pid }] } = await owner.query("SELECT pg_backend_pid() AS pid FROM sign_in WHERE person_id = $1 AND outcome = 'waits' FOR UPDATE", [person.id])
      const comes = (await there.door()).signIn.withRecoveryCode({ code: recoveryCodes[0] ?? '' })
      await untilWaitedFor(pid)
      await owner.query("UPDATE sign_in SET outcome = 'denied', ended_at = now(), reason = 'password_changed' WHERE person_id = $1 AND outcome = 'waits'", [person.id])
      await owner.query('COMMIT')
      expect(await comes).toEqual({ ok: false, refusal: 'not_entering' })
      expect((await owner.query("SELECT set_config('app.loading', 'on', false), (SELECT count(*)::int FROM recovery_code WHERE person_id = $1 AND used_at IS NOT NULL) AS used", [person.id])).rows[0].used).toBe(0)
    } finally {
      await owner.end()
    }
  })
  test('takes the place of a lost factor once, its owner is told, and what is added then approves nothing for a day', async () => {
    const { person, recoveryCodes } = await withPasskey('lost')
    const [code = '', second = ''] = recoveryCodes
    const come = async (given: string) => {
      const there = browser()
      value(await (await there.door()).signIn.withPassword({ email: person.email, password }))
      return { there, answer: await (await there.door()).signIn.withRecoveryCode({ code: given }) }
    }
    const { there, answer } = await come(code.toLowerCase().replaceAll('-', ' '))
    expect(answer).toEqual({ ok: true, value: { left: 9, next: 'enrol' } })
    expect(there.token()).toBeNull()
    expect((await come(code)).answer).toEqual({ ok: false, refusal: 'recovery_code_not_accepted' })
    const { secret } = value(await (await there.door()).signIn.beginCode({}))
    value(await (await there.door()).signIn.enrolCode({ label: 'New phone', code: await generate({ secret }) }))
    const actor = await there.who()
    expect(actor).toMatchObject({ personId: person.id, methods: ['recovery', 'code'] })
    const session = { ...person, token: there.token() ?? '', sessionId: actor?.sessionId ?? '' }
    const door = await doorFor(session)
    expect(await door.notices.list({})).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'recovery_code_used' })]))
    const { factors: [lost, added] } = await door.factors.list({})
    expect([lost?.label, added?.label]).toEqual(['Key', 'New phone'])
    expect(new Date(added?.settledAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    // What is lost is removed with what is new, and the earlier codes are worth nothing.
    const removal = { factor: lost?.factor ?? '' }
    const proof = { code: await generate({ secret, epoch: Date.now() / 1000 + 30 }) }
    const { token: stepUp } = value(await door.identity.beginStepUp({ action: 'factors.remove', input: removal, proof }))
    value(await (await doorFor(session, { stepUp })).factors.remove(removal))
    expect((await come(second)).answer).toEqual({ ok: false, refusal: 'recovery_code_not_accepted' })
  })
  test('is kept as a hash, and so are all tokens; a secret is ciphertext', async () => {
    const { person, recoveryCodes } = await withPasskey('dumped')
    const owner = await connectAs('owner')
    await owner.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    const dump = JSON.stringify((await owner.query('SELECT r.*, encode(r.code_hash, $2) AS hex FROM recovery_code r WHERE person_id = $1', [person.id, 'hex'])).rows)
    await owner.end()
    for (const code of recoveryCodes) expect(dump).not.toContain(code.replaceAll('-', ''))
  })
})
