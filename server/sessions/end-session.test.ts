import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeSession } from '~/server/database/threshold'
import { findActor } from '~/server/identity/session'
import { hashToken } from '~/server/identity/token'
import { doorFor, makeWorld, shown, signInAs, sourceOfTest, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

test('ASVS 7.4.3, 7.5.2: all other sessions of theirs are ended at once, with a factor; this one and other people’s go on', async () => {
  const person = await world.person('many', ['developer', world.a, 'red'])
  const others = [await signInAs(person.id), await signInAs(person.id)]
  await expect((await doorFor(person)).sessions.endOthers({})).rejects.toThrow('step_up_required')
  expect(await (await doorFor(person, { stepUp: await shown(person, 'sessions.endOthers', {}) })).sessions.endOthers({})).toEqual({ ok: true, value: { ended: 2 } })
  for (const { token } of others) expect(await findActor('web', token, sourceOfTest())).toBeNull()
  expect(await findActor('web', person.token, sourceOfTest())).not.toBeNull()
  expect(await findActor('web', world.admin.token, sourceOfTest())).not.toBeNull()
})
test('what a session was opened with is shown, and asking when it ends does not keep it', async () => {
  const person = await world.person('asks')
  const session = { ...person, ...(await signInAs(person.id, new Date(Date.now() - 50 * 60_000))) }
  expect((await (await doorFor(person)).sessions.list({}))[0]).toMatchObject({ methods: ['password', 'code'], provider: null })
  const state = await (await doorFor(session)).sessions.state({})
  expect(new Date(state.idleEndsAt) <= new Date(state.endsAt)).toBe(true)
})
test('a session that is open is shown to whose it is, however many ended after it was last seen', async () => {
  const person = await world.person('crowded')
  const open = await signInAs(person.id, new Date(Date.now() - 30 * 60_000))
  for (let at = 0; at < 60; at++) await closeSession(hashToken((await signInAs(person.id)).token), 'signed_out', new Date())
  const shownToThem = await (await doorFor(person)).sessions.list({})
  expect(shownToThem.filter(({ endedBecause }) => endedBecause === null).map(({ session }) => session)).toEqual([person.sessionId, open.sessionId])
  expect(shownToThem).toHaveLength(50)
})
