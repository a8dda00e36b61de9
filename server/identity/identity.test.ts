import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { closeSession } from '~/server/database/threshold'
import { numberAll, recordsOf } from '~/server/testing/records'
import { codeNow, connectAs, doorFor, loading, makeWorld, type Person, shown, signInAs, sourceOfTest, totpSecret, type World } from '~/server/testing/world'
import { hashPassword, passwordIsRight } from './password'
import { findActor } from './session'
import { hashToken, makeToken } from './token'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const wish = (limit: string, version = '1', namespace = 'red') => ({ tenant: world.a, namespace, resource: 'nvidia.com/gpu', limit, version })
const begin = async (person: Person, code: string, input: unknown = wish('5')) => (await doorFor(person)).identity.beginStepUp({ action: 'quotas.change', input, proof: { code } })
const admin = (name: string) => world.person(name, ['tenant_admin', world.a, null])

test('a code opens a step-up for exactly one deed: not for another input, another action, another session, nor twice', async () => {
  const person = await admin('one')
  const begun = await begin(person, await codeNow(), wish('5'))
  if (!begun.ok) throw new Error(begun.refusal)
  const { token } = begun.value as { token: string }
  const change = async (who: Person, input: ReturnType<typeof wish>) => (await doorFor(who, { stepUp: token })).quotas.change(input)
  await expect(change(person, wish('6'))).rejects.toThrow('step_up_required')
  await expect(change({ ...person, ...(await signInAs(person.id)) }, wish('5'))).rejects.toThrow('step_up_required')
  const freeze = await shown(world.platformAdmin, 'tenants.freeze', { tenant: world.b })
  await expect((await doorFor(world.platformAdmin, { stepUp: freeze })).tenants.thaw({ tenant: world.b })).rejects.toThrow('step_up_required')
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => change(person, wish('5'))))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
test('one code sent 100 times at once is accepted once', async () => {
  const person = await admin('hundred')
  const code = await codeNow()
  const answers = await Promise.all(Array.from({ length: 100 }, () => begin(person, code)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
})
test('of 100 guesses at once five are looked at, all are recorded, and then even the right code waits', async () => {
  const person = await admin('guessing')
  const right = await codeNow()
  const wrong = right === '000000' ? '000001' : '000000'
  const answers = await Promise.all(Array.from({ length: 100 }, () => begin(person, wrong)))
  const count = (refusal: string) => answers.filter((answer) => !answer.ok && answer.refusal === refusal).length
  expect([count('code_not_accepted'), count('too_many_tries')]).toEqual([5, 95])
  expect(await begin(person, right)).toEqual({ ok: false, refusal: 'too_many_tries' })
  await numberAll()
  const refused = (await recordsOf('platform', 'access')).filter(({ entry }) => entry.actor.userId === person.id && entry.action.verb === 'beginStepUp' && entry.outcome === 'refused')
  expect(refused).toHaveLength(101)
})
test('a code of the step before is taken, one older is not', async () => {
  const code = async (back: number) => generate({ secret: totpSecret, epoch: Math.floor(Date.now() / 1000) - back * 30 })
  expect(await begin(await admin('late'), await code(1))).toMatchObject({ ok: true })
  expect(await begin(await admin('later'), await code(3))).toEqual({ ok: false, refusal: 'code_not_accepted' })
})
test('whoever may not do the deed is told so, and no code of theirs is looked at', async () => {
  await expect(begin(world.stranger, await codeNow())).rejects.toThrow('not_found')
  await expect(begin(world.developer, await codeNow())).rejects.toThrow('forbidden')
  const door = await doorFor(world.admin)
  for (const action of ['quotas.list', 'namespaces.create', 'constructor', '']) await expect(door.identity.beginStepUp({ action: action as never, input: wish('5'), proof: { code: '123456' } })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
test('a step-up is good for two minutes', async () => {
  const token = await shown(world.admin, 'quotas.change', wish('4'))
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.person_id', $1, true)", [world.admin.id])
  const { rows } = await engine.query('SELECT extract(epoch FROM expires_at - clock_timestamp())::int AS left FROM step_up WHERE token_hash = $1', [hashToken(token)])
  await engine.end()
  expect(rows[0].left).toBeLessThanOrEqual(120)
  await loading((sql) => sql.query('ALTER TABLE step_up NO FORCE ROW LEVEL SECURITY').then(() => sql.query("UPDATE step_up SET expires_at = now() - interval '1 second' WHERE token_hash = $1", [hashToken(token)])).then(() => sql.query('ALTER TABLE step_up FORCE ROW LEVEL SECURITY')))
  await expect((await doorFor(world.admin, { stepUp: token })).quotas.change(wish('4'))).rejects.toThrow('step_up_required')
})

test('a session that was signed out, ended by its owner, or whose person was disabled is nobody’s on the next request, with one record each', async () => {
  const person = await admin('leaving')
  const [out, ended, third] = [await signInAs(person.id), await signInAs(person.id), await signInAs(person.id)]
  await closeSession(hashToken(out.token), 'signed_out', new Date())
  const there = { ...person, ...third }
  await (await doorFor(there, { stepUp: await shown(there, 'sessions.end', { session: ended.sessionId }) })).sessions.end({ session: ended.sessionId })
  expect(await findActor('web', third.token, sourceOfTest())).toMatchObject({ personId: person.id })
  await loading((sql) => sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [person.id]))
  for (const { token } of [out, ended, third]) {
    expect(await findActor('web', token, sourceOfTest())).toBeNull()
  }
  expect(await findActor('engine', third.token, sourceOfTest())).toBeNull()
  await numberAll()
  const used = (await recordsOf('platform', 'access')).filter(({ entry }) => entry.actor.userId === person.id && entry.action.verb === 'use')
  expect(used.map(({ entry }) => entry.reason)).toEqual(['signed_out', 'ended_by_owner', 'person_disabled', 'person_disabled'])
})
test('a role that ended is not held on the next request', async () => {
  const person = await admin('former')
  expect((await findActor('web', person.token, sourceOfTest()))?.bindings).toHaveLength(1)
  await loading((sql) => sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [person.id]))
  expect((await findActor('web', person.token, sourceOfTest()))?.bindings).toEqual([])
  await expect((await doorFor(person)).quotas.list({ tenant: world.a, namespace: null, find: null, ...firstPage })).rejects.toThrow('not_found')
})
test.each(['', 'x', 'a'.repeat(43), makeToken(), "' OR 1=1 --".padEnd(43, 'x')])('%j is nobody’s token', async (token) => {
  expect(await findActor('web', token, sourceOfTest())).toBeNull()
})
test('nobody ends another person’s session', async () => {
  expect(await (await doorFor(world.stranger, { stepUp: await shown(world.stranger, 'sessions.end', { session: world.admin.sessionId }) })).sessions.end({ session: world.admin.sessionId })).toEqual({ ok: false, refusal: 'not_found' })
  expect(await findActor('web', world.admin.token, sourceOfTest())).not.toBeNull()
})
test('passwords are Argon2id at the stated cost, and an account that does not exist is compared all the same', async () => {
  const kept = await hashPassword('correct horse')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect([await passwordIsRight(kept, 'correct horse'), await passwordIsRight(kept, 'correct hors'), await passwordIsRight(null, 'correct horse')]).toEqual([true, false, false])
})
