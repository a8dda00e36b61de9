import { randomBytes } from 'node:crypto'
import { generate } from 'otplib'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import credentials from '~/prisma/seed/credentials.json' with { type: 'json' }
import demoPeople from '~/prisma/seed/people.json' with { type: 'json' }
import type { StepUpAction } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { attest } from '~/server/demo/authenticator'
import { limits } from '~/server/identity/decide-try'
import { recordsOf } from '~/server/testing/records'
import { untilWaitedFor } from '~/server/testing/waiting'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, signInAs, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)
afterEach(() => { vi.unstubAllEnvs() })

const { origin } = new URL(process.env.PUBLIC_URL ?? '')
const key = credentials.passkey
const newCredential = () => randomBytes(24).toString('base64url')
const confirmed = async (person: Person, action: StepUpAction, wish: unknown) => doorFor(person, { stepUp: await shown(person, action, wish) })
const value = <T>(answer: { ok: true; value: T } | { ok: false; refusal: string }): T => {
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value
}
async function addPasskey(person: Person, credentialId = newCredential(), forged: Partial<Parameters<typeof attest>[1]> = {}, label = 'Key') {
  const { options } = value(await (await doorFor(person)).factors.beginPasskey({}))
  const wish = { label, attestation: await attest(options as never, { key, credentialId, origin, ...forged }) }
  return (await confirmed(person, 'factors.addPasskey', wish)).factors.addPasskey(wish)
}

test('several are added, named and renamed, with the flags the browser gave; each says when it was added, and its owner is told of each', async () => {
  const person = await world.person('several')
  value(await addPasskey(person))
  value(await addPasskey(person, newCredential(), { flags: { backupEligible: true, backedUp: true } }, 'Cloud'))
  const begun = value(await (await doorFor(person)).factors.beginCode({}))
  const code = { label: 'Phone', code: await generate({ secret: begun.secret }) }
  value(await (await confirmed(person, 'factors.addCode', code)).factors.addCode(code))
  const { factors } = await (await doorFor(person)).factors.list({})
  expect(factors.map(({ kind, label, isBackedUp }) => [kind, label, isBackedUp])).toEqual([['code', 'Test', null], ['passkey', 'Key', null], ['passkey', 'Cloud', true], ['code', 'Phone', null]])
  expect(await (await doorFor(person)).factors.rename({ factor: factors[1]?.factor ?? '', label: 'Blue key' })).toMatchObject({ ok: true })
  expect((await (await doorFor(person)).factors.list({})).factors[1]?.label).toBe('Blue key')
  const elsewhere = { ...person, ...(await signInAs(person.id)) }
  expect((await (await doorFor(elsewhere)).notices.list({})).map(({ kind, body }) => [kind, body.label])).toEqual([['factor_added', 'Key'], ['factor_added', 'Cloud'], ['factor_added', 'Phone']])
})
test.each([
  ['made somewhere else', { origin: 'https://evil.example' }], ['for another site', { rpId: 'evil.example' }], ['that did not verify the person', { flags: { userVerified: false } }], ['of another kind', { type: 'webauthn.get' }],
  ['on a challenge nobody gave', { challenge: Buffer.alloc(32, 3).toString('base64url') }],
])('a passkey %s is not added', async (_says, forged) => {
  expect(await addPasskey(world.guest, newCredential(), forged)).toEqual({ ok: false, refusal: 'passkey_not_made' })
})
test('one passkey is one person’s', async () => {
  const credentialId = newCredential()
  value(await addPasskey(world.lead, credentialId))
  expect(await addPasskey(world.auditor, credentialId)).toEqual({ ok: false, refusal: 'passkey_not_made' })
})
test('what was made is not added twice', async () => {
  const { options } = value(await (await doorFor(world.nobody)).factors.beginPasskey({}))
  const wishes = await Promise.all([newCredential(), newCredential()].map(async (credentialId) => ({ label: 'Key', attestation: await attest(options as never, { key, credentialId, origin }) })))
  const answers = []
  for (const wish of wishes) answers.push(await (await confirmed(world.nobody, 'factors.addPasskey', wish)).factors.addPasskey(wish))
  expect(answers.map(({ ok }) => ok)).toEqual([true, false])
})
test('a code generator is there only when a code proves that somebody has it; wrong ones count, and its secret is shown to nobody again', async () => {
  const person = await world.person('adding')
  const wrong = { label: 'Phone', code: '000000' }
  expect(await (await confirmed(person, 'factors.addCode', wrong)).factors.addCode(wrong)).toEqual({ ok: false, refusal: 'not_begun' })
  const { secret } = value(await (await doorFor(person)).factors.beginCode({}))
  const second = value(await (await doorFor(person)).factors.beginCode({}))
  const old = { label: 'Phone', code: await generate({ secret }) }
  expect(await (await confirmed(person, 'factors.addCode', old)).factors.addCode(old)).toEqual({ ok: false, refusal: 'code_not_right' })
  const right = { label: 'Phone', code: await generate({ secret: second.secret }) }
  value(await (await confirmed(person, 'factors.addCode', right)).factors.addCode(right))
  // The code that proved it is used: it confirms nothing besides.
  expect(await (await doorFor(person)).identity.beginStepUp({ action: 'factors.makeRecoveryCodes', input: {}, proof: { code: right.code } })).toEqual({ ok: false, refusal: 'code_not_accepted' })
})
test('whoever typed too many wrong codes is told so, and not that the right one is wrong', async () => {
  const person = await world.person('mistyping')
  const { secret } = value(await (await doorFor(person)).factors.beginCode({}))
  const add = async (code: string) => (await confirmed(person, 'factors.addCode', { label: 'Phone', code })).factors.addCode({ label: 'Phone', code })
  for (let times = 0; times <= limits.code.most; times++) expect(await add('000000')).toEqual({ ok: false, refusal: 'code_not_right' })
  expect(await add(await generate({ secret }))).toEqual({ ok: false, refusal: 'too_many_codes' })
})
test('the only one stays, another person’s is not found, and one that was removed is gone', async () => {
  const person = await world.person('remover')
  const remove = async (who: Person, factor: string) => (await confirmed(who, 'factors.remove', { factor })).factors.remove({ factor })
  const only = (await (await doorFor(person)).factors.list({})).factors[0]?.factor ?? ''
  expect(await remove(person, only)).toEqual({ ok: false, refusal: 'last_factor' })
  expect(await remove(world.stranger, only)).toEqual({ ok: false, refusal: 'not_found' })
  value(await addPasskey(person))
  expect(await remove(person, only)).toEqual({ ok: true, value: { factor: only } })
  expect(await remove(person, only)).toEqual({ ok: false, refusal: 'not_found' })
  expect((await (await doorFor(person)).notices.list({})).map(({ kind }) => kind)).toEqual(['factor_added', 'factor_removed'])
})
/** As if what they confirmed last had been confirmed with this factor. */
const confirmedWith = (person: Person, factor: string) => loading(async (sql) => {
  await sql.query('ALTER TABLE step_up NO FORCE ROW LEVEL SECURITY')
  const { rowCount } = await sql.query('UPDATE step_up SET factor_id = $1 WHERE session_id = $2 AND spent_at IS NULL', [factor, person.sessionId])
  await sql.query('ALTER TABLE step_up FORCE ROW LEVEL SECURITY')
  return rowCount
})
test('of two that are removed at once, one stays', async () => {
  const person = await world.person('empties')
  for (let turn = 0; turn < 4; turn++) {
    value(await addPasskey(person))
    const { factors } = await (await doorFor(person)).factors.list({})
    expect(factors).toHaveLength(2)
    // Each is confirmed with itself, so that neither deed touches what the other is made of; a step-up of the tests is by the first one.
    const [first, second] = factors.map(({ factor }) => factor)
    const doors = []
    for (const factor of [second ?? '', first ?? '']) {
      doors.push({ factor, door: await confirmed(person, 'factors.remove', { factor }) })
      if (factor === second) expect(await confirmedWith(person, factor)).toBe(1)
    }
    const answers = await Promise.allSettled(doors.map(({ factor, door }) => door.factors.remove({ factor })))
    expect(answers.filter((answer) => answer.status === 'fulfilled' && answer.value.ok)).toHaveLength(1)
    expect((await (await doorFor(person)).factors.list({})).factors).toHaveLength(1)
  }
})
test('nobody has more than ten', async () => {
  const person = await world.person('collector')
  for (let n = 1; n < 10; n++) value(await addPasskey(person))
  expect(await addPasskey(person)).toEqual({ ok: false, refusal: 'too_many_factors' })
})
/** Both at the same moment: a session is held by what is made in it, and whoever has it lets both go on at once. */
async function atOnce<T>(person: Person, deeds: readonly (() => Promise<T>)[]): Promise<T[]> {
  const sql = await connectAs('engine')
  try {
    await sql.query('BEGIN')
    await sql.query("SELECT set_config('app.person_id', $1, true)", [person.id])
    const { rows: [{ pid }] } = await sql.query('SELECT pg_backend_pid() AS pid FROM session WHERE person_id = $1 FOR NO KEY UPDATE', [person.id])
    const answers = Promise.all(deeds.map((deed) => deed()))
    await untilWaitedFor(pid, deeds.length)
    await sql.query('COMMIT')
    return await answers
  } finally {
    await sql.end()
  }
}
test('of recovery codes that are made in several windows at once ten are worth something, and no more', async () => {
  const person = await world.person('hurries')
  const windows = await Promise.all(Array.from({ length: 4 }, async () => ({ ...person, ...(await signInAs(person.id)) })))
  const doors = await Promise.all(windows.map((one) => confirmed(one, 'factors.makeRecoveryCodes', {})))
  const made = await atOnce(person, doors.map((door) => async () => value(await door.factors.makeRecoveryCodes({})).codes))
  expect(made.map(({ length }) => length)).toEqual([10, 10, 10, 10])
  expect((await (await doorFor(person)).factors.list({})).recoveryCodesLeft).toBe(10)
})
test('of several that are added at once nobody has more than ten', async () => {
  const person = await world.person('collects-at-once')
  for (let n = 1; n < 9; n++) value(await addPasskey(person))
  const windows = await Promise.all(Array.from({ length: 4 }, async () => ({ ...person, ...(await signInAs(person.id)) })))
  const doors = []
  for (const one of windows) {
    const { options } = value(await (await doorFor(one)).factors.beginPasskey({}))
    const wish = { label: 'Key', attestation: await attest(options as never, { key, credentialId: newCredential(), origin }) }
    doors.push({ wish, door: await confirmed(one, 'factors.addPasskey', wish) })
  }
  const answers = await atOnce(person, doors.map(({ door, wish }) => () => door.factors.addPasskey(wish)))
  expect(answers.map((answer) => (answer.ok ? 'added' : answer.refusal)).sort()).toEqual(['added', 'too_many_factors', 'too_many_factors', 'too_many_factors'])
})
test('in the demo a new factor approves, and the record of what it approved says that it was let through', async () => {
  const approver = await world.person('alma', ['approver', null, null])
  const isCalled = (email: string) => loading((sql) => sql.query('UPDATE person SET email = $2 WHERE id = $1', [approver.id, email]))
  await isCalled('alma@platform.test')
  vi.stubEnv('DEMO', '1')
  await loading((sql) => sql.query('UPDATE factor SET created_at = now() WHERE person_id = $1', [approver.id]))
  const wish = { request: world.request, terms: world.terms }
  expect(demoPeople.map(({ email }) => email)).toContain('alma@platform.test')
  expect(await (await confirmed(approver, 'requests.approve', wish)).requests.approve(wish)).toMatchObject({ ok: true })
  const [record] = (await recordsOf('platform', 'deed')).filter(({ entry }) => entry.action.name === world.request && entry.action.verb === 'approve')
  await isCalled(approver.email)
  expect(record?.entry.context).toMatchObject({ factor: { exempt: 'demo' } })
})
