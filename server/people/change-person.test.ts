import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import type { Kept } from '~/server/database/open-session'
import { recordsOf } from '~/server/testing/records'
import { doorFor, loading, makeWorld, password, type Person, shown, signInAs, sourceOfTest, type World } from '~/server/testing/world'

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
  const person = await world.person('leaver')
  expect(await isIn(person)).toBe(true)
  expect(await disable(person.id)).toMatchObject({ ok: true })
  expect(await isIn(person)).toBe(false)
  const tryIn = async () => (await doorFor(null, { source: { ...sourceOfTest(), address: `leaver-${world.mark}` } })).signIn.withPassword({ email: person.email, password })
  expect(await tryIn()).toEqual({ ok: false, refusal: 'not_accepted' })
  expect((await (await doorFor(world.platformAuditor)).people.list({ find: person.email, ...firstPage })).rows).toMatchObject([{ person: person.id, disabledAt: expect.any(String), roles: [] }])
  expect(await disable(person.id)).toEqual({ ok: false, refusal: 'already_disabled' })
  expect(await enable(person.id)).toMatchObject({ ok: true })
  expect(await isIn(person)).toBe(false)
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
test('who watches the platform does none of it', async () => {
  const wish = { person: world.nobody.id, reason: 'Because.' }
  await expect((await doorFor(world.platformAuditor)).people.disable(wish)).rejects.toThrow('forbidden')
  await expect((await doorFor(world.platformApprover)).people.list({ find: null, ...firstPage })).rejects.toThrow('forbidden')
})
