import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import type { Kept } from '~/server/database/open-session'
import { findActor } from '~/server/identity/session'
import { recordsOf } from '~/server/testing/records'
import { policyAlone } from '~/server/testing/policy-alone'
import { doorFor, elevated, loading, makeWorld, type Person, shown, signInAs, sourceOfTest, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

async function elevate(person: Person, hours = 2) {
  const wish = { hours, reason: 'A tenant cannot work.' }
  const kept: Kept[] = []
  const answer = await (await doorFor(person, { stepUp: await shown(person, 'elevations.begin', wish) }, kept)).elevations.begin(wish)
  return { answer, token: kept.at(-1)?.session ?? '' }
}
const operator = async (name: string) => {
  const person = await world.person(name, ['platform_admin', null, null])
  return { ...person, ...(await signInAs(person.id)) }
}
const region = (mark: string) => ({ region: `eu-${mark}-1`, title: 'New', country: 'DE', jurisdiction: 'eu' } as const)
const add = async (person: Person, mark: string, now?: Date) => (await doorFor(person, { stepUp: await shown(person, 'regions.add', region(mark)), ...(now ? { now } : {}) })).regions.add(region(mark)).then(({ ok }) => (ok ? 'done' : 'refused'), ({ message }: Error) => message)
const letters = () => crypto.randomUUID().replace(/[^a-f]/g, '').slice(0, 10)

test('an operator reads; elevated they change things, in that browser, under a new token; the old one is nobody’s', async () => {
  const person = await operator('operator')
  expect((await (await doorFor(person)).regions.list({})).length).toBeGreaterThan(0)
  expect(await add(person, letters())).toBe('not_elevated')
  const { answer, token } = await elevate(person)
  expect(answer).toMatchObject({ ok: true, value: { until: expect.any(String) } })
  const actor = await findActor('web', token, sourceOfTest())
  expect(actor).toMatchObject({ personId: person.id, elevatedUntil: expect.any(Date) })
  expect(await add({ ...person, token, sessionId: actor?.sessionId ?? '' }, letters())).toBe('done')
  expect(await findActor('web', person.token, sourceOfTest())).toBeNull()
  expect((await recordsOf('platform', 'deed')).at(-2)?.entry).toMatchObject({ action: { resource: 'elevations', verb: 'begin' }, request: { hours: 2, reason: 'A tenant cannot work.' } })
})
test.each([[-1, 'not not_elevated'], [0, 'not_elevated'], [1, 'not_elevated']])('it ends by itself: %i s from its end', async (seconds, expected) => {
  const person = await operator(`timed-${seconds}-${letters()}`)
  const { answer, token } = await elevate(person, 1)
  if (!answer.ok) throw new Error('elevated')
  const now = new Date(new Date(answer.value.until).getTime() + seconds * 1000)
  // The powers would rest first, in an hour of doing nothing: here they were used a moment ago.
  await loading((sql) => sql.query('ALTER TABLE session NO FORCE ROW LEVEL SECURITY').then(() => sql.query('UPDATE session SET last_seen_at = $2, powers_seen_at = $2 WHERE person_id = $1 AND ended_at IS NULL', [person.id, now])).then(() => sql.query('ALTER TABLE session FORCE ROW LEVEL SECURITY')))
  const outcome = await (await doorFor({ token }, { now })).regions.add(region(letters())).catch(({ message }: Error) => message)
  if (expected === 'not_elevated') expect(outcome).toBe('not_elevated')
  else expect(outcome).toBe('step_up_required')
})
test('ended by its owner it is over at once, and a second end has nothing to do', async () => {
  const person = await operator('ender')
  const { token } = await elevate(person)
  const there = await doorFor({ token })
  expect(await there.elevations.end({})).toMatchObject({ ok: true })
  const session = { ...person, token, sessionId: (await findActor('web', token, sourceOfTest()))?.sessionId ?? '' }
  expect(await add(session, letters())).toBe('not_elevated')
  expect(await (await doorFor({ token })).elevations.end({})).toEqual({ ok: false, refusal: 'not_elevated' })
})
test('a new one takes the place of the last, in whatever browser that was', async () => {
  const person = await operator('twice')
  const first = await elevate(person)
  const other = { ...person, ...(await signInAs(person.id)) }
  await elevate(other)
  expect(await findActor('web', first.token, sourceOfTest())).toMatchObject({ elevatedUntil: null })
})
test('an elevation is of the role as it was held: who loses the role and is given it anew reads until they elevate again', async () => {
  const person = await operator('given-anew')
  const { token } = await elevate(person)
  const session = { ...person, token, sessionId: (await findActor('web', token, sourceOfTest()))?.sessionId ?? '' }
  expect(await add(session, letters())).toBe('done')
  const { rows } = await loading((sql) => sql.query("UPDATE role_binding SET valid_from = now() - interval '2 days' WHERE person_id = ANY($1::uuid[]) RETURNING id, person_id", [[person.id, world.platformAdmin.id]]))
  const id = rows.find(({ person_id }) => person_id === person.id).id as string
  const by = await elevated(world.platformAdmin)
  expect(await (await doorFor(by, { stepUp: await shown(by, 'staff.end', { binding: id }) })).staff.end({ binding: id })).toMatchObject({ ok: true })
  const anew = { email: person.email, role: 'platform_admin' as const, until: null }
  expect(await (await doorFor(by, { stepUp: await shown(by, 'staff.grant', anew) })).staff.grant(anew)).toMatchObject({ ok: true })
  expect(await findActor('web', token, sourceOfTest())).toMatchObject({ elevatedUntil: null })
  expect(await add(session, letters())).toBe('not_elevated')
  // And whoever reads who could change things finds it ended with the role.
  const listed = (await (await doorFor(world.platformAuditor)).elevations.list({ ...firstPage })).rows.find((one) => one.person === person.id)
  const ended = (await loading((sql) => sql.query('SELECT valid_to FROM role_binding WHERE id = $1', [id]))).rows[0].valid_to as Date
  expect(listed?.endedAt).toBe(ended.toISOString())
  const again = await elevate(session)
  expect(await findActor('web', again.token, sourceOfTest())).toMatchObject({ elevatedUntil: expect.any(Date) })
})
test('longer than eight hours somebody else says yes first; whoever asked begins it, once, and for no longer than was signed', async () => {
  const both = await world.person('long', ['platform_admin', null, null], ['approver', null, null])
  const person = { ...both, ...(await signInAs(both.id)) }
  expect((await elevate(person, 12)).answer).toEqual({ ok: false, refusal: 'needs_second' })
  expect(await (await doorFor(person)).elevations.ask({ hours: 8, reason: 'A long night.' })).toEqual({ ok: false, refusal: 'may_alone' })
  const asked = await (await doorFor(person)).elevations.ask({ hours: 12, reason: 'A long night.' })
  if (!asked.ok) throw new Error(asked.refusal)
  const wish = { request: asked.value.request, terms: asked.value.terms }
  expect(await (await doorFor(person)).elevations.ask({ hours: 12, reason: 'Again.' })).toEqual({ ok: false, refusal: 'asked_already' })
  expect(await (await doorFor(person, { stepUp: await shown(person, 'requests.approve', wish) })).requests.approve(wish)).toEqual({ ok: false, refusal: 'own_request' })
  expect((await elevate(person, 12)).answer).toEqual({ ok: false, refusal: 'needs_second' })
  expect(await (await doorFor(world.platformApprover, { stepUp: await shown(world.platformApprover, 'requests.approve', wish) })).requests.approve(wish)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect((await elevate(person, 24)).answer).toEqual({ ok: false, refusal: 'needs_second' })
  const { answer, token } = await elevate(person, 12)
  expect(answer).toMatchObject({ ok: true })
  const session = { ...person, token, sessionId: (await findActor('web', token, sourceOfTest()))?.sessionId ?? '' }
  expect((await elevate(session, 12)).answer).toEqual({ ok: false, refusal: 'needs_second' })
  const { rows } = await loading((sql) => sql.query('SELECT request_id FROM elevation WHERE person_id = $1 AND request_id IS NOT NULL', [person.id]))
  expect(rows).toEqual([{ request_id: asked.value.request }])
})
/** Somebody who asked for twelve hours and has the yes of a second one of the platform, who is an approver. */
async function allowed(mark: string) {
  const [asks, says] = [await operator(`asks-${mark}`), await world.person(`says-${mark}`, ['approver', null, null])]
  const asked = await (await doorFor(asks)).elevations.ask({ hours: 12, reason: 'A long night.' })
  if (!asked.ok) throw new Error(asked.refusal)
  const wish = { request: asked.value.request, terms: asked.value.terms }
  expect(await (await doorFor(says, { stepUp: await shown(says, 'requests.approve', wish) })).requests.approve(wish)).toMatchObject({ ok: true, value: { state: 'approved' } })
  return { asks, says, request: asked.value.request }
}
test('a yes is asked again when the elevation begins: it counts while whoever said it may still say it', async () => {
  const { asks, says } = await allowed('lost')
  await loading((sql) => sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [says.id]))
  expect((await elevate(asks, 12)).answer).toEqual({ ok: false, refusal: 'needs_second' })
  await loading((sql) => sql.query('UPDATE role_binding SET valid_to = NULL WHERE person_id = $1', [says.id]))
  expect((await elevate(asks, 12)).answer).toMatchObject({ ok: true })
  const locked = await allowed('locked')
  await loading((sql) => sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [locked.says.id]))
  expect((await elevate(locked.asks, 12)).answer).toEqual({ ok: false, refusal: 'needs_second' })
})
test('and while it is enough by the rule that holds now, beside the one by which it was asked', () => policyAlone('approvals', async () => {
  const { asks } = await allowed('stricter')
  const rule = (level: string, of: string[], count: number) => ({ kind: null, level, above: 0, anyOf: [{ of, count }], factor: 'passkey' })
  const body = { rules: [rule('tenant', ['tenant_admin'], 1), rule('platform', ['approver', 'platform_admin'], 2)], togetherDevicesMost: 8 }
  const { rows: [{ id }] } = await loading((sql) => sql.query("INSERT INTO policy (id, kind, version, body, valid_from, set_by) VALUES (gen_random_uuid(), 'approvals', 1000, $1, now(), $2) RETURNING id", [JSON.stringify(body), world.platformAdmin.id]))
  expect((await elevate(asks, 12)).answer).toEqual({ ok: false, refusal: 'needs_second' })
  await loading((sql) => sql.query('DELETE FROM policy WHERE id = $1', [id]))
  expect((await elevate(asks, 12)).answer).toMatchObject({ ok: true })
}))
test('and while whoever asked holds the role in which they asked', async () => {
  const { asks } = await allowed('anew')
  await loading((sql) => sql.query("UPDATE role_binding SET valid_from = now() WHERE person_id = $1", [asks.id]))
  expect((await elevate(asks, 12)).answer).toEqual({ ok: false, refusal: 'needs_second' })
})
test('auditors and operators see who was elevated and why; others find nothing', async () => {
  const person = await operator('seen')
  await elevate(person)
  for (const reader of [world.platformAuditor, world.platformAdmin]) expect((await (await doorFor(reader)).elevations.list({ ...firstPage })).rows[0]).toMatchObject({ person: person.id, reason: 'A tenant cannot work.' })
  await expect((await doorFor(world.platformApprover)).elevations.list({ ...firstPage })).rejects.toThrow('forbidden')
  await expect((await doorFor(world.admin)).elevations.list({ ...firstPage })).rejects.toThrow('not_found')
})
test('powers that rest wake when their owner confirms who they are, under a new token, and the day is no longer for it', async () => {
  const person = await world.person('rested', ['approver', null, null])
  const hourAgo = new Date(Date.now() - 16 * 60_000)
  const session = { ...person, ...(await signInAs(person.id, hourAgo)) }
  expect(await findActor('web', session.token, sourceOfTest())).toMatchObject({ powers: 'lapsed' })
  const kept: Kept[] = []
  expect(await (await doorFor(session, { stepUp: await shown(session, 'sessions.confirm', {}) }, kept)).sessions.confirm({})).toEqual({ ok: true, value: {} })
  const token = kept.at(-1)?.session ?? ''
  expect(await findActor('web', token, sourceOfTest())).toMatchObject({ powers: 'live' })
  const before = new Date(hourAgo.getTime() + 24 * 3_600_000)
  expect((await (await doorFor({ token })).sessions.state({})).endsAt).toBe(before.toISOString())
  expect(await findActor('web', session.token, sourceOfTest())).toBeNull()
})
test('reading does not wake them', async () => {
  const person = await world.person('reader', ['approver', null, null])
  const session = { ...person, ...(await signInAs(person.id, new Date(Date.now() - 16 * 60_000))) }
  for (let n = 0; n < 2; n++) expect(await findActor('web', session.token, sourceOfTest())).toMatchObject({ powers: 'lapsed' })
})
