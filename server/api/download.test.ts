/** Two files at once for one person, and no tenant more than half of all, however many reads each takes; one more is refused in so many words, and one that was left makes room. A file ends with the right to it, and with its time. */
import { TRPCError } from '@trpc/server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Denied } from '~/server/authorization/denied'
import { closeDatabase } from '~/server/database/client'
import { cookiesOf } from '~/server/identity/cookies'
import { bearer, findActor } from '~/server/identity/session'
import { tokenFor } from '~/server/testing/machines'
import { numberAll, recordsOf } from '~/server/testing/records'
import { loading, makeWorld, type Person, signInAs, sourceOfTest, type World } from '~/server/testing/world'
import { doorFor, refusedAs, streamOf } from './download'
import { answerList } from './list-as-file'
import { firstPage } from './page'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await loading((sql) => sql.query("INSERT INTO namespace (tenant_id, id, title) SELECT $1, 'n' || at, 'n' || at FROM generate_series(100, 280) AS at", [world.a]))
})
afterAll(closeDatabase)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function fileFor({ token }: Pick<Person, 'token'>, tenant: string = world.a) {
  const source = sourceOfTest()
  const { door, taking } = doorFor({ token, entering: null, source, actor: await findActor('web', token, source) })
  const read = (): Promise<string> => door.quotas.list({ tenant, namespace: null, find: null, ...firstPage }).then(({ rows }) => (rows.length > 0 ? 'read' : 'empty'), (thrown: unknown) => refusedAs(thrown, source.reference).text())
  return { read, door, taking }
}
const tooMany = expect.stringMatching(/^More is asked at once than is answered here\..*\n$/)

test('a place is taken with the first read, once, and given back; in whatever sessions a person has two', async () => {
  const again = await signInAs(world.admin.id)
  const files = await Promise.all([world.admin, again, again].map((session) => fileFor(session)))
  const read = (at: number) => files[at]?.read()
  for (const at of [0, 0, 1, 0, 1]) expect(await read(at)).toBe('read')
  expect(await read(2)).toEqual(tooMany)
  files[0]?.taking.leave()
  expect(await read(2)).toBe('read')
  expect(await read(0)).toBe('read')
  for (const { taking } of files) taking.leave()
})
test('a tenant has half of all places, and the others have the rest', async () => {
  const files = await Promise.all([world.admin, world.lead, world.auditor, world.developer].map((person) => fileFor(person)))
  expect(await Promise.all(files.map(({ read }) => read()))).toEqual(Array(4).fill('read'))
  const [more, other] = [await fileFor(world.lead), await fileFor(world.stranger, world.b)]
  expect(await more.read()).toEqual(tooMany)
  expect(await other.read()).toBe('read')
  files[0]?.taking.leave()
  expect(await more.read()).toBe('read')
  for (const { taking } of [...files.slice(1), more, other]) taking.leave()
})
test('who may not takes no place', async () => {
  const files = await Promise.all(Array.from({ length: 9 }, () => fileFor({ token: 'nobody’s' })))
  expect(await Promise.all(files.map(({ read }) => read()))).toEqual(Array(9).fill(expect.not.stringMatching(/^More is asked/)))
  const file = await fileFor(world.admin)
  expect(await file.read()).toBe('read')
  file.taking.leave()
})

/** A list of several pages, as a browser or a script asks for it. */
async function listAs(headers: Record<string, string>): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const response = await answerList(new Request(`${process.env.PUBLIC_URL}/api/lists?list=namespaces&form=csv&tenant=${world.a}`, { headers }))
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  if (!reader) throw new Error('a file has a body')
  return reader
}
const cookieOf = async ({ token }: Pick<Person, 'token'>) => ({ cookie: (await cookiesOf({ session: token }))[0]?.split(';')[0] ?? '' })
const bearerOf = (secret: string) => ({ authorization: `${bearer}${secret}` })
async function restOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(parts).toString()
    parts.push(value)
  }
}
/** What is asked every second is asked with the next bit. */
const aSecondLater = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_500 })
}
const quietly = () => vi.spyOn(process.stdout, 'write').mockImplementation(() => true)

test('whoever still may gets the whole of it, with a session or a token', async () => {
  const { secret } = await tokenFor(world.auditor, ['namespaces.list'])
  for (const headers of [await cookieOf(world.auditor), bearerOf(secret)]) {
    const file = await listAs(headers)
    await file.read()
    aSecondLater()
    expect((await restOf(file)).split('\r\n').length).toBeGreaterThan(180)
    vi.useRealTimers()
  }
})
test('a file ends with the session, the role or the reach that it was begun with, and that is recorded', async () => {
  quietly()
  const [disabled, less, none] = await Promise.all([world.person('gone', ['auditor', world.a, null]), world.person('less', ['auditor', world.a, null], ['developer', world.a, 'red']), world.person('none', ['auditor', world.a, null])])
  const files = await Promise.all([disabled, less, none].map(async (person) => listAs(await cookieOf(person))))
  for (const file of files) await file.read()
  await loading(async (sql) => {
    await sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [disabled.id])
    await sql.query("UPDATE role_binding SET valid_to = now() WHERE role = 'auditor' AND person_id = ANY ($1)", [[less.id, none.id]])
  })
  aSecondLater()
  const ended = await Promise.allSettled(files.map(restOf))
  vi.useRealTimers()
  expect(ended.map((end) => (end.status === 'rejected' && end.reason instanceof TRPCError ? end.reason.message : 'whole'))).toEqual(['not_signed_in', 'forbidden', 'not_found'])
  await numberAll()
  const records = [...(await recordsOf('platform', 'access')), ...(await recordsOf(world.a, 'access'))].filter(({ entry }) => entry.outcome === 'denied')
  const of = ({ id }: Person) => records.filter(({ entry }) => entry.actor.userId === id).map(({ entry }) => `${entry.action.resource}.${entry.action.verb} ${entry.reason}`)
  expect([of(disabled), of(less), of(none)]).toEqual([['sessions.use person_disabled'], ['namespaces.list forbidden'], ['namespaces.list not_found']])
})
test('a file ends when its longest time is over, and its place is free', async () => {
  quietly()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const files = [await listAs(await cookieOf(world.lead)), await listAs(await cookieOf(world.lead))]
  for (const file of files) await file.read()
  vi.advanceTimersByTime(600_000)
  vi.useRealTimers()
  for (const file of files) await expect(restOf(file)).rejects.toThrow('longer than anything may')
  const file = await listAs(await cookieOf(world.lead))
  await file.cancel()
})
test('whoever goes away while a bit is read for them is forgotten without a word: that is no fault', async () => {
  const said = quietly()
  let [give, isOver] = [(_bit: string): void => undefined, false]
  async function* text() {
    try {
      yield await new Promise<string>((given) => { give = given })
      yield 'more'
    } finally {
      isOver = true
    }
  }
  const { taking } = await fileFor(world.admin)
  const file = streamOf(text(), taking, 'ref-2').getReader()
  const read = file.read()
  await new Promise(setImmediate)
  const left = file.cancel()
  give('a bit')
  expect([await read, await left, isOver]).toEqual([{ done: true, value: undefined }, undefined, true])
  expect(said).not.toHaveBeenCalledWith(expect.stringContaining('ended early'))
})
test('what is wrong with what was asked is named; what went wrong otherwise is a fault with a reference, and says nothing of itself', async () => {
  const answer = refusedAs(new Error('a secret of the database'), 'ref-1')
  expect([answer.status, await answer.text()]).toEqual([500, 'Something went wrong. Reference: ref-1\n'])
  const wrong = refusedAs(new TRPCError({ code: 'BAD_REQUEST', cause: new Denied('bad_input', [{ field: 'asOf', says: 'That moment has not come yet.' }]) }), 'ref-2')
  expect([wrong.status, await wrong.text()]).toEqual([400, 'Something in this is not as it must be.\nasOf: That moment has not come yet.\n'])
  const later = refusedAs(new TRPCError({ code: 'TOO_MANY_REQUESTS', cause: new Denied('too_many_requests') }), 'ref-3')
  expect([later.status, later.headers.get('retry-after')]).toEqual([429, '1'])
})
