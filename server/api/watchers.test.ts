/** Who is told, when, and until when; without a database and without a clock of its own. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Denied } from '~/server/authorization/denied'
import { type Bounds, Watchers } from './watchers'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

const bounds: Bounds = { everyMs: 1_000, checkMs: 30_000, perSession: 2, perPerson: 3, perPlace: 4, inAll: 5 }
const session = (name: string) => Buffer.from(name)
function world() {
  const heads = new Map([['a', 1n], ['b', 7n]])
  const asked: string[][] = []
  const counts: number[] = []
  const state: { fault: Error | null; over: string[] } = { fault: null, over: [] }
  const all = new Watchers({
    heads: async (places) => {
      asked.push([...places].sort())
      if (state.fault) throw state.fault
      return new Map([...heads].filter(([place]) => places.includes(place)))
    },
    over: async (sessions) => sessions.filter((one) => state.over.includes(one.toString())),
  }, bounds, (watchers) => { counts.push(watchers) })
  const watch = (place: string, who = 'ada', more: { session?: string; signal?: AbortSignal; stillMay?: () => Promise<void> } = {}) =>
    all.watch({ place, person: who, session: session(more.session ?? who), signal: more.signal, stillMay: more.stillMay ?? (async () => undefined) })
  return { all, heads, asked, counts, state, watch }
}
/** What a stream says next within that long; null if it says nothing. */
async function within(ms: number, said: Promise<unknown>): Promise<unknown> {
  const outcome = Promise.race([said, new Promise((silent) => { setTimeout(silent, ms, null) })])
  await vi.advanceTimersByTimeAsync(ms)
  return outcome
}

test('a watcher is told at once how far the place has come, and again when it has come further', async () => {
  const { heads, watch } = world()
  const stream = watch('a')
  expect(await within(10, stream.next())).toEqual({ done: false, value: { sequence: '1' } })
  const next = stream.next()
  expect(await within(5_000, next)).toBeNull()
  heads.set('a', 4n)
  expect(await within(1_000, next)).toEqual({ done: false, value: { sequence: '4' } })
})
test('nobody is told of another place', async () => {
  const { heads, watch } = world()
  const stream = watch('a')
  await within(10, stream.next())
  heads.set('b', 8n)
  expect(await within(5_000, stream.next())).toBeNull()
})
test('one question a second for all of them, each place once, and none when nobody watches', async () => {
  const { asked, watch } = world()
  const streams = [watch('a'), watch('b', 'bo'), watch('a', 'cy')]
  await vi.advanceTimersByTimeAsync(3_500)
  expect(asked.at(-1)).toEqual(['a', 'b'])
  const before = asked.length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked.length - before).toBe(10)
  for (const stream of streams) await stream.return?.()
  const last = asked.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.length).toBe(last)
  expect(vi.getTimerCount()).toBe(0)
  const again = watch('a')
  expect(await within(10, again.next())).toEqual({ done: false, value: { sequence: '1' } })
})
test('a newcomer does not wait for the second to be over', async () => {
  const { watch } = world()
  watch('a')
  await vi.advanceTimersByTimeAsync(1_100)
  expect(await within(10, watch('b', 'bo').next())).toEqual({ done: false, value: { sequence: '7' } })
})
const tooMany = new Denied('too_many_watchers')
test('no more in a session, of a person in all of theirs, in a place, and in all, than are allowed; who leaves makes room', async () => {
  const { watch, counts } = world()
  const [first] = [watch('a'), watch('a')]
  expect(() => watch('b')).toThrow(tooMany)
  watch('b', 'ada', { session: 'another' })
  expect(() => watch('b', 'ada', { session: 'a third' })).toThrow(tooMany)
  watch('b', 'bo')
  watch('b', 'cy')
  expect(() => watch('a', 'dee')).toThrow(tooMany)
  await first?.return?.()
  watch('b', 'dee')
  expect(counts).toEqual([1, 2, 3, 4, 5, 4, 5])
})
test('whoever watches one place leaves room for those who watch another', async () => {
  const { watch } = world()
  const [first] = ['ada', 'bo', 'cy', 'dee'].map((who) => watch('a', who))
  expect(() => watch('a', 'eve')).toThrow(tooMany)
  watch('b', 'eve')
  await first?.return?.()
  watch('a', 'fay')
})
test('who goes away before they heard anything has left, and so has who goes away while they wait', async () => {
  const { watch, counts } = world()
  const gone = new AbortController()
  watch('a', 'ada', { signal: gone.signal })
  gone.abort()
  expect(counts).toEqual([1, 0])
  const waiting = new AbortController()
  const stream = watch('a', 'ada', { signal: waiting.signal })
  await within(10, stream.next())
  const next = stream.next()
  waiting.abort()
  expect(await within(10, next)).toEqual({ done: true, value: undefined })
  expect(counts).toEqual([1, 0, 1, 0])
  const before = new AbortController()
  before.abort()
  expect(await within(10, watch('a', 'ada', { signal: before.signal }).next())).toEqual({ done: true, value: undefined })
  expect(counts.at(-1)).toBe(0)
})
test('whether they still may is asked every half minute, and within a second when their session is over, whoever ended it', async () => {
  const { state, watch } = world()
  const stillMay = vi.fn(async () => undefined)
  const stream = watch('a', 'ada', { stillMay })
  await within(10, stream.next())
  const next = stream.next()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(stillMay).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(stillMay).toHaveBeenCalledTimes(1)
  state.over = ['bo']
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stillMay).toHaveBeenCalledTimes(1)
  stillMay.mockRejectedValueOnce(new Denied('not_signed_in'))
  state.over = ['ada']
  await expect(Promise.all([next, vi.advanceTimersByTimeAsync(1_000)])).rejects.toThrow('not_signed_in')
  expect(await stream.next()).toEqual({ done: true, value: undefined })
})
test('nobody is told anything more before it is known that they still may', async () => {
  const { heads, watch } = world()
  const stream = watch('a', 'ada', { stillMay: async () => { throw new Denied('forbidden') } })
  await within(10, stream.next())
  await vi.advanceTimersByTimeAsync(30_500)
  heads.set('a', 9n)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(stream.next()).rejects.toThrow('forbidden')
})
test('however much happens while somebody does not listen, they are told the last of it', async () => {
  const { heads, watch } = world()
  const stream = watch('a')
  await within(10, stream.next())
  for (let head = 2n; head < 50n; head++) {
    heads.set('a', head)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(await within(10, stream.next())).toEqual({ done: false, value: { sequence: '49' } })
  expect(await within(10, stream.next())).toBeNull()
})
test('when the places cannot be asked, every stream ends with the fault, and nobody is left', async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  const { state, counts, watch } = world()
  const streams = [watch('a'), watch('b', 'bo')]
  for (const stream of streams) await within(10, stream.next())
  state.fault = new Error('the database is gone')
  const ends = streams.map((stream) => expect(stream.next()).rejects.toThrow('the database is gone'))
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all(ends)
  expect(counts.at(-1)).toBe(0)
  vi.restoreAllMocks()
})
test('when the process stops, every stream ends', async () => {
  const { all, counts, watch } = world()
  const stream = watch('a')
  await within(10, stream.next())
  const next = stream.next()
  all.endAll()
  expect(await within(10, next)).toEqual({ done: true, value: undefined })
  expect(counts.at(-1)).toBe(0)
})
