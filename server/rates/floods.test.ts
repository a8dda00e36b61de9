/** Who floods is shut out at every process, whichever counted it, and let in by the clock. No test waits: the clock is frozen. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShutOut } from '~/server/authorization/denied'
import { secretText } from '~/server/keys/secret'
import { Floods } from './floods'
import { Rate } from './rates'

const stores: pg.Pool[] = []
const keys: string[] = []
afterAll(async () => {
  await stores[0]?.query('DELETE FROM flood WHERE key = ANY ($1)', [keys])
  await Promise.all(stores.map((store) => store.end()))
})
let now = Date.now()
beforeEach(() => {
  now = Math.ceil(Math.max(now + 300_000, Date.now()) / 1_000) * 1_000
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => { vi.useRealTimers() })
const perSecond = 3
function processOf(kind: 'token' | 'network' = 'token') {
  const store = new pg.Pool({ connectionString: secretText('ENGINE_DATABASE_URL_FILE'), max: 2 })
  stores.push(store)
  const asked = vi.spyOn(store, 'query')
  return { rate: new Rate(`test-${kind}`, perSecond, store, 1, new Floods(kind, store)), store, asked }
}
type Process = ReturnType<typeof processOf>
const newKey = () => { keys.push(randomUUID()); return keys.at(-1) ?? '' }
/** What is told of so many that are asked one after another. */
async function told({ rate }: Process, key: string, times: number, mayFlood = true): Promise<string[]> {
  const all: string[] = []
  for (let at = 0; at < times; at++) all.push(await rate.take(key, mayFlood).then(() => 'let', (no) => (no instanceof ShutOut ? no.until.toISOString() : no.reason)))
  return all
}
const known = async ({ store }: Process, key: string) => (await store.query<{ seconds: number; step: number; until: Date | null; noted: boolean }>('SELECT seconds, step, until, noted FROM flood WHERE key = $1', [key])).rows[0]
/** Who flooded for so many seconds of this minute, as some process counted it. */
const flooded = ({ store }: Process, key: string, seconds: number) => store.query("INSERT INTO flood (kind, key, since, seconds, counted_at, step, until, noted) VALUES ('token', $1, $2, $3, $2, 0, NULL, true)", [key, new Date(now - 1_000), seconds])
const shutOut = async (process: Process, key: string) => {
  await flooded(process, key, 39)
  await told(process, key, 7)
  await expect.poll(async () => (await told(process, key, 1))[0]).toMatch(/Z$/)
  return new Date(now + 60_000).toISOString()
}

test('who is told no as often as they may ask does not flood; who goes on does, in that second once, however many processes see it', async () => {
  const [key, one, two] = [newKey(), processOf(), processOf()]
  await told(one, key, 6)
  expect(await known(one, key)).toBeUndefined()
  await told(one, key, 4)
  await expect.poll(() => known(one, key)).toMatchObject({ seconds: 1, step: 0, until: null })
  await told(two, key, 9)
  vi.setSystemTime(now + 1_000)
  await told(two, key, 9)
  await expect.poll(async () => (await known(one, key))?.seconds).toBe(2)
})
test('nobody is asked anything more of who keeps to what they may, and of who floods no more than is once a second', async () => {
  const [key, mine] = [newKey(), processOf()]
  await told(mine, key, 6)
  expect(mine.asked.mock.calls.filter(([text]) => String(text).includes('flood'))).toEqual([])
  await told(mine, key, 500)
  await expect.poll(() => known(mine, key)).toMatchObject({ seconds: 1 })
  expect(mine.asked.mock.calls.filter(([text]) => /flood/.test(String(text)) && !/SELECT seconds/.test(String(text)))).toHaveLength(2)
})
test('who may not be shut out floods without being counted', async () => {
  const [key, mine] = [newKey(), processOf()]
  await told(mine, key, 50, false)
  mine.rate.no(key).floods()
  expect(await known(mine, key)).toBeUndefined()
})
test('in the fortieth second they are shut out, at another process, too, and at one that begins later; and let in when it is over', async () => {
  const [key, one, two] = [newKey(), processOf(), processOf()]
  const until = await shutOut(one, key)
  expect(await known(one, key)).toMatchObject({ step: 1, until: new Date(until), noted: false })
  for (const seconds of [0, 1, 57]) {
    vi.setSystemTime(now + seconds * 1_000)
    expect(await told(one, key, 2)).toEqual([until, until])
    expect(await told(two, key, 2)).toEqual([until, until])
    expect(await told(processOf(), key, 1)).toEqual([until])
  }
  vi.setSystemTime(now + 60_000)
  expect(await told(two, key, 4)).toEqual(['let', 'let', 'let', 'too_many_requests'])
})
test('where the process that counted it was killed before it said so, the next that is flooded does', async () => {
  const [key, one] = [newKey(), processOf()]
  const until = new Date(now + 60_000)
  await one.store.query("INSERT INTO flood (kind, key, since, seconds, counted_at, step, until, noted) VALUES ('token', $1, $2, 0, $2, 1, $3, false)", [key, new Date(now), until])
  await told(one, key, 7)
  await expect.poll(() => told(one, key, 1)).toEqual([until.toISOString()])
})
test('who is let in sooner is answered in the next second, at every process', async () => {
  const [key, one, two] = [newKey(), processOf(), processOf()]
  const until = await shutOut(one, key)
  expect(await told(two, key, 1)).toEqual([until])
  await one.store.query('UPDATE flood SET until = NULL, step = 0 WHERE key = $1', [key])
  vi.setSystemTime(now + 2_000)
  expect(await told(one, key, 1)).toEqual(['let'])
  expect(await told(two, key, 1)).toEqual(['let'])
})
test('others with a key of their own go on', async () => {
  const mine = processOf()
  await shutOut(mine, newKey())
  expect(await told(mine, newKey(), 3)).toEqual(['let', 'let', 'let'])
})
