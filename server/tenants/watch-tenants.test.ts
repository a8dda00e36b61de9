/** Watching as people do it, over the database: what they are told, that it ends with their right to it, and who may ask how far a place has come. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Watchers } from '~/server/api/watchers'
import { watchersHere } from '~/server/api/watchers-here'
import { authorize } from '~/server/authorization/permit'
import { closeDatabase } from '~/server/database/client'
import { type Noted, readHeads, readOver } from '~/server/database/heads'
import { read } from '~/server/database/read'
import { closeSession } from '~/server/database/threshold'
import { findActor } from '~/server/identity/session'
import { hashToken } from '~/server/identity/token'
import { numberAll, recordsOf } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { connectAs, doorFor, loading, makeWorld, type Person, signInAs, sourceOfTest, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  // Whether somebody still may is asked every so often: here ten times a second.
  watchersHere(() => new Watchers({ heads: readHeads, over: readOver }, { everyMs: 1_000, checkMs: 100, perSession: 8, perPerson: 9, perPlace: 500, inAll: 1_000 }))
})
afterAll(closeDatabase)

type Stream = AsyncIterable<{ sequence: string }> & { next?: unknown }
const open = (stream: Stream) => stream[Symbol.asyncIterator]()
let made = 0
const doSomething = async () => {
  expect(await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name: `made-${made++}`, ...plainNamespace, title: 'Made' })).toMatchObject({ ok: true })
}
const own = async (name: string, ...roles: Parameters<World['person']>[1][]): Promise<Person> => world.person(name, ...roles)

test('who may read a tenant is told that something was done in it, and not what', async () => {
  const stream = open(await (await doorFor(world.developer)).tenants.watch({ tenant: world.a }))
  const first = await stream.next()
  expect(Object.keys(first.value ?? {})).toEqual(['sequence'])
  const next = stream.next()
  await doSomething()
  const second = await next
  expect(BigInt(second.value?.sequence ?? 0)).toBe(BigInt(first.value?.sequence ?? 0) + 1n)
  await stream.return?.()
})
test('the platform is told of what is done on it and in every tenant', async () => {
  const stream = open(await (await doorFor(world.platformAuditor)).tenants.watchPlatform({}))
  const first = BigInt((await stream.next()).value?.sequence ?? 0)
  const next = stream.next()
  await doSomething()
  expect(BigInt((await next).value?.sequence ?? 0)).toBeGreaterThan(first)
  await stream.return?.()
})
test('no more windows of one session watch than are allowed, and each of them leaves room', async () => {
  const person = await own('many', ['auditor', world.a, null])
  const door = await doorFor(person)
  const streams = []
  for (let at = 0; at < 8; at++) streams.push(open(await door.tenants.watch({ tenant: world.a })))
  await expect(door.tenants.watch({ tenant: world.a })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await numberAll()
  expect((await recordsOf(world.a, 'access')).filter(({ entry }) => entry.actor.userId === person.id).map(({ entry }) => entry.reason)).toEqual(['too_many_watchers'])
  for (const stream of streams) await stream.return?.()
  await open(await door.tenants.watch({ tenant: world.a })).return?.()
})
test('in all of their sessions together a person has no more windows that watch than are allowed', async () => {
  const person = await own('everywhere', ['auditor', world.a, null])
  const [here, there] = [await doorFor(person), await doorFor({ ...person, ...(await signInAs(person.id)) })]
  const streams = []
  for (let at = 0; at < 9; at++) streams.push(open(await (at < 5 ? here : there).tenants.watch({ tenant: world.a })))
  for (const door of [here, there]) await expect(door.tenants.watch({ tenant: world.a })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  for (const stream of streams) await stream.return?.()
})
test('a stream ends with the session that opened it', async () => {
  const person = await own('leaving', ['auditor', world.a, null])
  const stream = open(await (await doorFor(person)).tenants.watch({ tenant: world.a }))
  await stream.next()
  const next = stream.next()
  await closeSession(hashToken(person.token), 'signed_out', new Date())
  await expect(next).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
test('a stream ends with the role that let it in, and that is recorded', async () => {
  const person = await own('losing', ['auditor', world.a, null])
  const stream = open(await (await doorFor(person)).tenants.watch({ tenant: world.a }))
  await stream.next()
  const next = stream.next()
  await loading((sql) => sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [person.id]))
  await expect(next).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await numberAll()
  expect((await recordsOf(world.a, 'access')).filter(({ entry }) => entry.actor.userId === person.id).map(({ entry }) => `${entry.action.resource}.${entry.action.verb} ${entry.reason}`)).toEqual(['tenants.watch not_found'])
})
test('a window that is left open keeps nobody’s session', async () => {
  const person = await own('away', ['auditor', world.a, null])
  const long = new Date(Date.now() - 10 * 60_000)
  const session = await signInAs(person.id, long)
  const seen = async () => {
    const web = await connectAs('web')
    await web.query('BEGIN')
    await web.query("SELECT set_config('app.person_id', $1, true)", [person.id])
    const { rows } = await web.query('SELECT last_seen_at FROM session WHERE id = $1', [session.sessionId])
    await web.end()
    return (rows[0].last_seen_at as Date).getTime()
  }
  expect(await findActor('web', session.token, sourceOfTest(), new Date(), false)).not.toBeNull()
  expect(await seen()).toBe(long.getTime())
  expect(await findActor('web', session.token, sourceOfTest())).not.toBeNull()
  expect(await seen()).toBeGreaterThan(long.getTime())
})
test('what is done while a page is read counts as done afterwards', async () => {
  const actor = await findActor('web', world.admin.token, sourceOfTest())
  if (!actor) throw new Error('the admin is signed in')
  const noted: Noted = { heads: new Map(), recorded: false }
  const { heads } = noted
  const permit = authorize(actor, 'tenants.read', { tenant: world.a })
  await read(permit, {}, doSomething, noted)
  const before = heads.get(world.a) ?? 0n
  expect((await readHeads([world.a])).get(world.a)).toBe(before + 1n)
  await read(permit, {}, doSomething, noted)
  expect(heads.get(world.a)).toBe(before)
  expect([...heads.keys()]).toEqual([world.a])
})

test('a session is over when it was ended or is not known, and not before', async () => {
  const [open, ended] = [await own('open'), await own('ended')]
  await closeSession(hashToken(ended.token), 'signed_out', new Date())
  const asked = [open, ended].map(({ token }) => hashToken(token))
  expect(await readOver([...asked, Buffer.alloc(32)])).toEqual([asked[1], Buffer.alloc(32)])
})

test('only the web process may ask how far a place has come, and whose session is over', async () => {
  for (const role of ['engine', 'auditor'] as const) {
    const client = await connectAs(role)
    for (const question of ["SELECT * FROM deed_heads('{platform}')", "SELECT * FROM sessions_over('{}')"]) await expect(client.query(question)).rejects.toMatchObject({ code: '42501' })
    await client.end()
  }
  const web = await connectAs('web')
  const { rows } = await web.query('SELECT place, head::text FROM deed_heads($1)', [[world.a, 'nowhere', 'platform']])
  expect(rows.map(({ place }) => place).sort()).toEqual([world.a, 'platform'].sort())
  for (const table of ['account', 'session']) expect((await web.query(`SELECT 1 FROM ${table}`)).rowCount).toBe(0)
  await web.end()
})
