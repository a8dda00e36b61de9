import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { inScope } from '~/server/database/scope'
import type { NoticeKind } from '~/server/identity/notice'
import { numberAll, recordsOf } from '~/server/testing/records'
import { doorFor, loading, makeWorld, type Person, signInAs, type World } from '~/server/testing/world'
import { type Telling, tell as tellIn } from './tell'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const tell = (person: Person, kind: string, secondsAgo: number) => loading(async (sql) => {
  const { rows } = await sql.query("INSERT INTO notice (id, person_id, kind, body, at) VALUES (gen_random_uuid(), $1, $2, '{}', now() - make_interval(secs => $3)) RETURNING id", [person.id, kind, secondsAgo])
  return rows[0].id as string
})
const told = async (person: Person) => (await (await doorFor(person)).notices.list({})).map(({ kind }) => kind)
const acknowledge = async (person: Person, notice: string) => (await doorFor(person)).notices.acknowledge({ notice })

test('what somebody must know is told the oldest first, wherever they are signed in, until they say that they know; to say so twice is to say so', async () => {
  const person = await world.person('told')
  const elsewhere = { ...person, ...(await signInAs(person.id)) }
  await tell(person, 'recovery_codes_made', 10)
  const first = await tell(person, 'password_changed', 20)
  expect(await told(person)).toEqual(['password_changed', 'recovery_codes_made'])
  expect(await told(elsewhere)).toEqual(['password_changed', 'recovery_codes_made'])
  for (let times = 0; times < 2; times++) expect(await acknowledge(person, first)).toEqual({ ok: true, value: { notice: first } })
  for (const where of [person, elsewhere]) expect(await told(where)).toEqual(['recovery_codes_made'])
  await numberAll()
  const records = (await recordsOf('platform', 'access')).filter(({ entry }) => entry.actor.userId === person.id && entry.action.resource === 'notices' && entry.action.verb === 'acknowledge')
  expect(records.map(({ entry }) => entry.outcome)).toEqual(['done', 'done'])
})
test('another person’s notice is not found, as if there were none, and stays told', async () => {
  const person = await world.person('other')
  const notice = await tell(person, 'account_enabled', 0)
  expect(await acknowledge(world.stranger, notice)).toEqual({ ok: false, refusal: 'not_found' })
  expect(await acknowledge(world.stranger, crypto.randomUUID())).toEqual({ ok: false, refusal: 'not_found' })
  expect(await told(person)).toEqual(['account_enabled'])
  expect(await told(world.stranger)).toEqual([])
})

const tellAs = (people: readonly Person[], kind: NoticeKind, telling: Telling = {}, path: string | null = '/you/notices') =>
  inScope('engine', { loop: 'lease' }, (sql) => tellIn(sql, people.map(({ id }) => id), kind, { label: 'sweep', who: 'Lin' }, path, telling))
const outbox = (person: Person) => loading(async (sql) => (await sql.query("SELECT channel, kind, body->>'notice' AS notice FROM outbox WHERE person_id = $1 ORDER BY at", [person.id])).rows)
const inbox = async (person: Person) => (await doorFor(person)).notices.inbox({})

test('what waits for somebody is in their inbox with a place to go and does not stand on every page; of it a message is on its way, which names the notice and nothing of what it says', async () => {
  const [one, other] = [await world.person('asked'), await world.person('asked-too')]
  await tellAs([one, other, one], 'request_waits', { needs: { action: 'requests.approve', tenant: null } }, '/platform/requests/x')
  for (const person of [one, other]) {
    const { unread, newest } = await inbox(person)
    expect([unread, newest.map(({ kind, path, body }) => [kind, path, body])]).toEqual([1, [['request_waits', '/platform/requests/x', { label: 'sweep', who: 'Lin' }]]])
    expect(await outbox(person)).toEqual([{ channel: 'mail', kind: 'request_waits', notice: newest[0]?.notice }])
    expect(await told(person)).toEqual([])
  }
})
test('a reminder waits for the day’s digest: there is no message of its own', async () => {
  const person = await world.person('reminded')
  await tellAs([person], 'lease_ends')
  expect([(await inbox(person)).unread, await outbox(person)]).toEqual([1, []])
})
test('the same thing is told once to each, also by two at once, and its message is one; another thing is another', async () => {
  const person = await world.person('once')
  await Promise.all(Array.from({ length: 5 }, () => tellAs([person], 'request_waits', { once: 'r1' })))
  expect([(await inbox(person)).unread, (await outbox(person)).length]).toEqual([1, 1])
  await tellAs([person], 'request_waits', { once: 'r2' })
  await tellAs([person], 'request_terms_changed', { once: 'r1' })
  expect([(await inbox(person)).unread, (await outbox(person)).length]).toEqual([3, 3])
})
test('what is told in a transaction that fails was not told', async () => {
  const person = await world.person('untold')
  await expect(inScope('engine', { loop: 'lease' }, async (sql) => {
    await tellIn(sql, [person.id], 'request_waits', {}, null)
    throw new Error('something else')
  })).rejects.toThrow('something else')
  expect([(await inbox(person)).unread, await outbox(person)]).toEqual([0, []])
})
test('all is read up to when the list was: what came meanwhile stays unread, and so does what happened to the account', async () => {
  const person = await world.person('reader')
  await tellAs([person], 'request_decided')
  await tell(person, 'password_changed', 5)
  const until = (await inbox(person)).newest[0]?.at ?? ''
  await loading((sql) => sql.query("INSERT INTO notice (id, person_id, kind, body, at) VALUES (gen_random_uuid(), $1, 'lease_ends', '{}', $2::timestamptz + interval '1 ms')", [person.id, until]))
  expect(await (await doorFor(person)).notices.acknowledgeAll({ until })).toEqual({ ok: true, value: { read: 1 } })
  expect((await inbox(person)).newest.map(({ kind }) => kind)).toEqual(['lease_ends'])
  expect(await told(person)).toEqual(['password_changed'])
})
test('the history is read by pages, the newest first; each has its owner’s and nobody else’s', async () => {
  const person = await world.person('historian')
  for (let at = 0; at < 60; at++) await tell(person, at % 2 ? 'lease_ends' : 'request_decided', 60 - at)
  const door = await doorFor(person)
  const first = await door.notices.history({ show: 'all', ...firstPage })
  const second = await door.notices.history({ show: 'all', after: first.next, before: null })
  const all = [...first.rows, ...second.rows]
  expect([first.rows.length, second.rows.length, new Set(all.map(({ notice }) => notice)).size]).toEqual([50, 10, 60])
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort().reverse())
  await acknowledge(person, all[0]?.notice ?? '')
  expect((await door.notices.history({ show: 'unread', ...firstPage })).rows[0]?.notice).toBe(all[1]?.notice)
  expect((await (await doorFor(world.stranger)).notices.history({ show: 'all', ...firstPage })).rows.filter(({ notice }) => all.some((one) => one.notice === notice))).toEqual([])
})
