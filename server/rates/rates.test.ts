/** One budget, whoever answers and however often they are started again. No test waits for a second to pass: the window is an hour, or the clock is frozen. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { DeniedAgain } from '~/server/authorization/denied'
import { secretText } from '~/server/keys/secret'
import { beginApart } from '~/server/testing/apart'
import { Rate } from './rates'

const stores: pg.Pool[] = []
afterAll(() => Promise.all(stores.map((store) => store.end())))
afterEach(() => { vi.useRealTimers() })
/** What a process has of its own: connections, and what it took. */
function processOf(perSecond: number, { name = 'test', seconds = 3_600 } = {}) {
  const store = new pg.Pool({ connectionString: secretText('ENGINE_DATABASE_URL_FILE'), max: 2 })
  stores.push(store)
  const asked = vi.spyOn(store, 'query')
  return { rate: new Rate(name, perSecond, store, seconds), asked }
}
const take = async ({ rate }: { rate: Rate }, key: string, times: number) => (await Promise.allSettled(Array.from({ length: times }, () => rate.take(key)))).filter(({ status }) => status === 'fulfilled').length

test.each([1, 3, 10, 25, 99, 100, 101])('of %i a second there are exactly so many, at once and one by one', async (perSecond) => {
  const [together, apart] = [processOf(perSecond), processOf(perSecond)]
  expect(await take(together, randomUUID(), perSecond + 20)).toBe(perSecond)
  const key = randomUUID()
  let taken = 0
  for (let at = 0; at < perSecond + 5; at++) taken += await take(apart, key, 1)
  expect(taken).toBe(perSecond)
})
test('two processes share one budget; another tenant’s is whole', async () => {
  const [key, other] = [randomUUID(), randomUUID()]
  const taking = async () => Number.parseInt(await text(beginApart('taking', 'test', key, '80').child.stdout), 10)
  const [one, two] = await Promise.all([taking(), taking()])
  expect(one + two).toBe(100)
  expect(await taking()).toBe(0)
  expect(await take(processOf(100), other, 120)).toBe(100)
})
test('a process that is started again begins with what is left, not anew', async () => {
  const key = randomUUID()
  expect(await take(processOf(100), key, 70)).toBe(70)
  expect(await take(processOf(100), key, 70)).toBe(30)
  expect(await take(processOf(100), key, 1)).toBe(0)
})
test('a hundred ask the database ten times, and a flood beyond that once', async () => {
  const [key, mine] = [randomUUID(), processOf(100)]
  await take(mine, key, 100)
  expect(mine.asked).toHaveBeenCalledTimes(10)
  expect(await take(mine, key, 5_000)).toBe(0)
  expect(mine.asked).toHaveBeenCalledTimes(11)
})
test('the first no is for the record, the others are the same no again', async () => {
  const [key, { rate }] = [randomUUID(), processOf(2)]
  const told = await Promise.all(Array.from({ length: 6 }, () => rate.take(key).then(() => 'let', (thrown) => (thrown instanceof DeniedAgain ? 'again' : thrown.reason))))
  expect(told.sort()).toEqual(['again', 'again', 'again', 'let', 'let', 'too_many_requests'])
})
test('when the second is over there is another, in this process and in the others', async () => {
  const [key, one, two] = [randomUUID(), processOf(5, { seconds: 1 }), processOf(5, { seconds: 1 })]
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  expect([await take(one, key, 6), await take(two, key, 6)]).toEqual([5, 0])
  vi.setSystemTime(Date.now() + 999)
  expect([await take(one, key, 6), await take(two, key, 6)]).toEqual([0, 0])
  vi.setSystemTime(Date.now() + 1)
  expect([await take(two, key, 4), await take(one, key, 6)]).toEqual([4, 1])
})
test('a clock that is set back, or is ahead of another process’s, keeps nobody out for as long as it is off', async () => {
  const [key, hour, one, two] = [randomUUID(), 3_600_000, processOf(5, { seconds: 1 }), processOf(5, { seconds: 1 })]
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  expect(await take(one, key, 6)).toBe(5)
  vi.setSystemTime(Date.now() - hour)
  expect([await take(one, key, 6), await take(two, key, 6)]).toEqual([5, 0])
  vi.setSystemTime(Date.now() - hour)
  expect([await take(two, key, 6), await take(one, key, 6)]).toEqual([5, 0])
})
test('a database that does not answer is a fault, and not a yes', async () => {
  const gone = new pg.Pool({ host: '127.0.0.1', port: 1, max: 1 })
  stores.push(gone)
  await expect(new Rate('test', 5, gone).take(randomUUID())).rejects.toThrow(/ECONNREFUSED/)
})
