/** How often the browser's door may be asked: counted before anything behind it is, with what is asked at the machines'. The clock is frozen: nothing here depends on how fast it runs. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeRates } from '~/server/database/rate-store'
import { cookiesOf } from '~/server/identity/cookies'
import { rates } from '~/server/rates/rates'
import { readProxies } from '~/server/settings/addresses'
import { type Made, tokenFor } from '~/server/testing/machines'
import { numberAll, recordsOf } from '~/server/testing/records'
import { loading, makeWorld, signInAs, type World } from '~/server/testing/world'
import { Pace } from './pace'

let world: World
let own: Made
let address = '203.0.113.1'
const answered = vi.fn()
const kept: (() => void)[] = []
const floods: string[] = []
const pace = new Pace(readProxies('198.51.100.0/24').proxies)
/** What stands behind the door: a word at once, or a stream that its reader leaves. */
const server = createServer((request, response) => {
  if (pace.letsGo(request)) return
  void pace.enter(request, response, { address, userAgent: 'test', reference: randomUUID() }).then((leave) => {
    if (!leave) return
    answered(request.url)
    if (request.url !== '/stays') return void response.end('here')
    response.write('bit by bit')
    leave()
    kept.push(() => response.end())
  })
})
pace.follow(server)
beforeAll(async () => {
  for (const [name, perSecond] of [['CLIENT_RATE', '6'], ['PAGE_RATE', '4'], ['STRANGER_RATE', '3']] as const) vi.stubEnv(name, perSecond)
  world = await makeWorld()
  own = await tokenFor(world.admin, ['namespaces.list'])
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  for (const end of kept) end()
  await new Promise((closed) => { server.close(closed); server.closeAllConnections() })
  await loading((sql) => sql.query('DELETE FROM flood WHERE key = ANY ($1)', [floods]))
  await closeRates()
  await closeDatabase()
  vi.unstubAllEnvs()
})
let now = Date.now()
let last = 1
/** Each begins in a second of its own, and comes from an address of its own. */
beforeEach(() => {
  now = Math.max(now + 2_000, Date.now())
  address = `203.0.113.${++last}`
  answered.mockClear()
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => { vi.useRealTimers() })

const ask = (headers: Record<string, string> = {}, path = '/tenants/aurora') => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers })
const cookieFor = async (token: string) => ({ cookie: (await cookiesOf({ session: token })).map((line) => line.split(';')[0]).join('; ') })
const sessionOf = async (person: string) => cookieFor((await signInAs(person)).token)
async function statuses(times: number, headers: Record<string, string> = {}, path?: string): Promise<number[]> {
  const all: number[] = []
  for (let at = 0; at < times; at++) all.push((await ask(headers, path)).status)
  return all
}

test('in a session so much a second is answered, and one more is told to wait before anything behind the door is asked; other sessions go on, and in the next second it does', async () => {
  const [mine, theirs] = [await sessionOf(world.admin.id), await sessionOf(world.stranger.id)]
  expect(await statuses(4, mine)).toEqual([200, 200, 200, 200])
  const no = await ask(mine)
  expect([no.status, no.headers.get('retry-after'), await no.text()]).toEqual([429, '1', 'More is asked at once than is answered here. Wait a moment, and ask again.\n'])
  expect(answered).toHaveBeenCalledTimes(4)
  expect(await statuses(1, theirs)).toEqual([200])
  vi.setSystemTime(now + 1_000)
  expect(await statuses(1, mine)).toEqual([200])
})
test('a browser that opens a page is told to ask again by itself, and nothing else is', async () => {
  const mine = await sessionOf(world.admin.id)
  await statuses(4, mine)
  expect((await ask({ ...mine, 'sec-fetch-dest': 'document' })).headers.get('refresh')).toBe('2')
  expect((await ask(mine)).headers.get('refresh')).toBeNull()
})
test('a script is told in the shape in which its questions are answered', async () => {
  const mine = await sessionOf(world.admin.id)
  await statuses(4, mine)
  expect(await (await ask(mine, '/api/trpc/namespaces.list')).json()).toMatchObject({ error: { code: -32029, message: 'More is asked at once than is answered here.', data: { httpStatus: 429, refusal: 'too_many_requests' } } })
})
test('a token’s second is one at both doors', async () => {
  for (let times = 0; times < 4; times++) await rates('engine').client.take(own.token)
  const told = [await ask({ authorization: `Bearer ${own.secret}` }), await ask({ authorization: `bearer  ${own.secret}` }), await ask({ authorization: `BEARER ${own.secret}` })]
  expect(told.map(({ status }) => status)).toEqual([200, 200, 429])
})
test('whoever shows nothing, or what is nobody’s, is counted by the address, at both doors together; who is somebody there goes on', async () => {
  const fake = [{}, { authorization: `Bearer ${'x'.repeat(43)}` }, { authorization: 'Bearer x' }, { cookie: '__Host-bailiwick.session=made-up' }, await cookieFor('')]
  await rates('engine').stranger.take(address)
  const told: number[] = []
  for (const headers of fake) told.push((await ask(headers)).status)
  expect(told).toEqual([200, 200, 429, 429, 429])
  expect(await statuses(1, await sessionOf(world.admin.id))).toEqual([200])
  address = `203.0.113.${++last}`
  expect(await statuses(1)).toEqual([200])
})
/** As if they had flooded for so many seconds of this minute, as some process counted it. */
const flooded = (kind: 'token' | 'network', key: string, seconds = 39) => {
  floods.push(key)
  return loading((sql) => sql.query('INSERT INTO flood (kind, key, since, seconds, counted_at, step, until, noted) VALUES ($1, $2, $3, $4, $3, 0, NULL, true)', [kind, key, new Date(now - 1_000), seconds]))
}
const outAgain = async (headers: Record<string, string> = {}) => expect.poll(async () => (await ask(headers)).headers.get('retry-after'), { interval: 1 }).not.toBe('1')
test('an address that floods without a session or a token is shut out, and told why and until when; who is somebody there goes on, and it is let in when that is over', async () => {
  await flooded('network', address)
  const fakes = () => Array.from({ length: 9 }, () => ask({ authorization: `Bearer ${randomUUID()}` }))
  await Promise.all(fakes())
  await outAgain()
  answered.mockClear()
  const no = await ask({ 'sec-fetch-dest': 'document' })
  const left = Number(no.headers.get('retry-after'))
  expect([no.status, no.headers.get('refresh'), left > 50 && left <= 60]).toEqual([429, String(left), true])
  expect(await no.text()).toMatch(/^So much was asked for so long that nothing more is answered for a while\. It is over at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. Wait until/)
  expect(await (await ask({}, '/api/trpc/signIn.withPassword')).json()).toMatchObject({ error: { data: { httpStatus: 429, refusal: 'shut_out_for_now' } } })
  expect(answered).not.toHaveBeenCalled()
  expect(await statuses(1, await sessionOf(world.admin.id))).toEqual([200])
  expect(await statuses(1, { authorization: `Bearer ${own.secret}` })).toEqual([200])
  vi.setSystemTime(now + 61_000)
  expect(await statuses(1)).toEqual([200])
})
test('a session that floods is told to wait and nothing more, and so is what stands before this console', async () => {
  const mine = await sessionOf(world.stranger.id)
  const before = await floodsKnown()
  await statuses(9, mine)
  address = '127.0.0.1'
  await Promise.all(Array.from({ length: 20 }, () => ask({ authorization: `Bearer ${randomUUID()}` })))
  address = '198.51.100.7'
  await Promise.all(Array.from({ length: 20 }, () => ask({ authorization: `Bearer ${randomUUID()}` })))
  expect(await floodsKnown()).toEqual(before)
})
test('files that are everybody’s are not counted', async () => {
  expect(await statuses(9, {}, '/_next/static/chunks/a.js')).toEqual(Array(9).fill(200))
  expect(await statuses(1)).toEqual([200])
})
test('who listens is not under way: as many as there may be in a second stay, and the page is answered', async () => {
  const mine = await sessionOf(world.admin.id)
  for (let times = 0; times < 6; times++) {
    if (times === 3) vi.setSystemTime(now + 1_000)
    expect((await ask(mine, '/stays')).status).toBe(200)
  }
  vi.setSystemTime(now + 2_000)
  expect(await statuses(2, mine)).toEqual([200, 200])
})
test('a flood is recorded once a second, as whose it was', async () => {
  const before = await noes()
  const mine = await sessionOf(world.lead.id)
  await Promise.all(Array.from({ length: 5 }, () => ask(mine)))
  await Promise.all([mine, { authorization: `Bearer ${own.secret}` }, {}].map((headers) => statuses(9, headers)))
  const recorded = (await noes()).slice(before.length)
  expect(recorded.map(({ entry: { actor, action } }) => [action.resource, action.verb, actor.userId]).sort()).toEqual([['pages', 'ask', null], ['sessions', 'use', world.lead.id], ['tokens', 'use', world.admin.id]])
})
async function noes() {
  await numberAll()
  return (await recordsOf('platform', 'access')).filter(({ entry }) => entry.reason === 'too_many_requests')
}
const floodsKnown = () => loading(async (sql) => (await sql.query('SELECT kind, key FROM flood ORDER BY 1, 2')).rows)
