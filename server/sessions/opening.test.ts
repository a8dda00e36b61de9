/** Whoever ends somebody's sessions ends the one that is just being opened, too: it is there when theirs are looked at, or is not opened. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { Gate } from '~/server/database/gate'
import type { Kept } from '~/server/database/open-session'
import { untilWaitedFor, waitingFor } from '~/server/testing/waiting'
import { connectAs, doorFor, elevated, loading, makeWorld, type Person, shown, signInAs, sourceOfTest, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

/** A session is opened, and kept from being so until somebody ends those that there are, or waits to. */
async function whileOpening<T>(holding: string, person: string, opens: () => Promise<T>, ends: () => Promise<unknown>): Promise<T> {
  const sql = await connectAs('owner')
  try {
    await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    const { rows: [{ pid }] } = await sql.query(holding, [person])
    const opened = opens()
    await untilWaitedFor(pid)
    let isDone = false
    const ended = ends().finally(() => { isDone = true })
    await expect.poll(async () => isDone || (await waitingFor(pid)) > 1, { timeout: 10_000 }).toBe(true)
    await sql.query('COMMIT')
    await ended
    return await opened
  } finally {
    await sql.end()
  }
}
/** A session holds the elevation that it is made for, and so waits for whoever has all of it; and whoever comes in by a factor holds that. */
const theirElevation = 'SELECT pg_backend_pid() AS pid FROM elevation WHERE person_id = $1 FOR UPDATE'
const theirFactor = 'SELECT pg_backend_pid() AS pid FROM factor WHERE person_id = $1 FOR UPDATE'
const isIn = async (token: string) => (await doorFor({ token })).identity.places({}).then(() => true, () => false)
async function comesIn(person: Person): Promise<string> {
  const gate = new Gate('signIn.withPasskey', sourceOfTest(), { session: null, entering: null })
  const factor = await loading(async (sql) => (await sql.query('SELECT id FROM factor WHERE person_id = $1', [person.id])).rows[0].id as string)
  await gate.admit({}, { person: person.id, methods: ['passkey'], way: 'passkey', factor })
  return gate.kept.session ?? ''
}
/** The same sign-in, under another token. */
async function confirms(person: Person): Promise<string> {
  const kept: Kept[] = []
  const door = await doorFor(person, { stepUp: await shown(person, 'sessions.confirm', {}) }, kept)
  await door.sessions.confirm({}).catch(() => undefined)
  return kept.findLast(({ session }) => session)?.session ?? ''
}
async function endsAll(person: string) {
  const wish = { person }
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'people.endSessions', wish) })).people.endSessions(wish)
}
async function locks(person: string) {
  const wish = { person, reason: 'Was robbed.' }
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'people.disable', wish) })).people.disable(wish)
}
async function letsIn(person: string) {
  const wish = { person }
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'people.enable', wish) })).people.enable(wish)
}
const endings: [who: string, ends: (person: Person) => Promise<unknown>][] = [
  ['the platform ends all of theirs', ({ id }) => endsAll(id)],
  ['their owner ends all others', async ({ id }) => {
    const elsewhere = { id, email: '', ...(await signInAs(id)) }
    return (await doorFor(elsewhere, { stepUp: await shown(elsewhere, 'sessions.endOthers', {}) })).sessions.endOthers({})
  }],
]
test.each(endings)('who goes on under another token is out when %s at that moment', async (who, ends) => {
  const person = await elevated(await world.person(`renews ${who}`))
  const token = await whileOpening(theirElevation, person.id, () => confirms(person), () => ends(person))
  expect([await isIn(person.token), await isIn(token)]).toEqual([false, false])
})
test('who ends one that goes on under another token is not told that it is over', async () => {
  const person = await elevated(await world.person('renews one'))
  const elsewhere = { id: person.id, email: '', ...(await signInAs(person.id)) }
  const wish = { session: person.sessionId }
  const door = await doorFor(elsewhere, { stepUp: await shown(elsewhere, 'sessions.end', wish) })
  let answer: unknown
  const token = await whileOpening(theirElevation, person.id, () => confirms(person), async () => { answer = await door.sessions.end(wish) })
  expect([await isIn(token), answer]).toEqual([true, { ok: false, refusal: 'already_ended' }])
})
test('who comes in is out when the platform ends all of theirs at that moment', async () => {
  const person = await world.person('comes')
  const token = await whileOpening(theirFactor, person.id, () => comesIn(person), () => endsAll(person.id))
  expect(await isIn(token)).toBe(false)
})
test('who is locked while they come in is not in when they are let in again', async () => {
  const person = await world.person('comes and is locked')
  const token = await whileOpening(theirFactor, person.id, () => comesIn(person), () => locks(person.id))
  expect(await letsIn(person.id)).toMatchObject({ ok: true })
  expect(await isIn(token)).toBe(false)
})
