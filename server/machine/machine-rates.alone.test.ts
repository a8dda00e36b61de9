/** How often one may ask, by either door: one more is told to wait, others are not, and a flood is no flood of records. The clock is frozen: nothing here depends on how fast it runs. */
import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerTrpc } from '~/server/api/http'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { closeRates } from '~/server/database/rate-store'
import { serveEngine } from '~/server/engine/serve'
import { metricsText } from '~/server/logs/metrics'
import { type Made, openMachine, type Sent, tokenFor } from '~/server/testing/machines'
import { numberAll, recordsOf } from '~/server/testing/records'
import { samples } from '~/server/testing/samples'
import { loading, makeWorld, type World } from '~/server/testing/world'

let world: World
let machine: Awaited<ReturnType<typeof openMachine>>
let own: Made
let theirs: Made
const engine = serveEngine()
beforeAll(async () => {
  for (const [name, perSecond] of [['TENANT_RATE', '5'], ['CLIENT_RATE', '8'], ['STRANGER_RATE', '3']] as const) vi.stubEnv(name, perSecond)
  world = await makeWorld()
  machine = await openMachine()
  ;[own, theirs] = [await tokenFor(world.admin, ['allocations.preview', 'namespaces.list']), await tokenFor(world.stranger, ['allocations.preview', 'namespaces.list'])]
  await new Promise<void>((listening) => engine.listen(0, '127.0.0.1', listening))
  vi.stubEnv('ENGINE_URL', `http://127.0.0.1:${(engine.address() as AddressInfo).port}`)
})
afterAll(async () => {
  await machine.close()
  await new Promise((closed) => engine.close(closed))
  await Promise.all([closeLanes(), closeRates()])
  await closeDatabase()
  vi.unstubAllEnvs()
})
let now = Date.now()
/** Each begins in a second of its own. */
beforeEach(() => {
  now = Math.max(now + 2_000, Date.now())
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => { vi.useRealTimers() })

const wish = (tenant: string = world.a) => ({ ...samples(world)['allocations.preview'], tenant })
const preview = ({ secret }: Made, tenant: string = world.a) => {
  const { tenant: _, ...body } = wish(tenant)
  return machine.ask({ method: 'POST', path: `/v1/tenants/${tenant}/allocations/preview`, secret, body })
}
const list = ({ secret }: Made, tenant: string = world.a) => machine.ask({ path: `/v1/tenants/${tenant}/namespaces`, secret })
const listAtBrowsers = ({ secret }: Made) => answerTrpc(new Request(`${process.env.PUBLIC_URL}/api/trpc/namespaces.list?input=${encodeURIComponent(JSON.stringify(samples(world)['namespaces.list']))}`, { headers: { authorization: `Bearer ${secret}` } }))
async function atBrowsers(token: string): Promise<{ status: number; after: string | null; refusal: string | undefined }> {
  const response = await answerTrpc(new Request(`${process.env.PUBLIC_URL}/api/trpc/allocations.preview`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify(wish()) }))
  return { status: response.status, after: response.headers.get('retry-after'), refusal: ((await response.json()) as { error?: { data: { refusal: string } } }).error?.data.refusal }
}
async function noes(): Promise<number> {
  await numberAll()
  const all = [...(await recordsOf(world.a, 'access')), ...(await recordsOf(world.b, 'access')), ...(await recordsOf('platform', 'access'))]
  return all.filter(({ entry }) => entry.actor.userId === world.admin.id && entry.action.resource === 'namespaces' && entry.reason === 'too_many_requests').length
}
const tooMany = { status: 429, body: { code: 'too_many_requests', type: '/v1#too_many_requests' } }
const statuses = async (asking: Promise<{ status: number }>[]) => (await Promise.all(asking)).map(({ status }) => status).sort()

test('a tenant’s second is one for both doors, and for what machines read at either; the next is another; other tenants have theirs', async () => {
  expect(await statuses([preview(own), atBrowsers(own.secret), list(own), listAtBrowsers(own)])).toEqual([200, 200, 200, 200])
  expect((await atBrowsers(own.secret)).status).toBe(200)
  expect((await listAtBrowsers(own)).status).toBe(429)
  const no = await preview(own)
  expect(no).toMatchObject(tooMany)
  expect(no.headers.get('retry-after')).toBe('1')
  expect(await atBrowsers(own.secret)).toEqual({ status: 429, after: '1', refusal: 'too_many_requests' })
  expect((await preview(theirs, world.b)).status).toBe(200)
  vi.setSystemTime(now + 1_000)
  expect((await preview(own)).status).toBe(200)
})
test('nobody spends a second that is another tenant’s', async () => {
  expect(await statuses(Array.from({ length: 7 }, () => preview(theirs)))).toEqual(Array(7).fill(404))
  expect(await statuses(Array.from({ length: 5 }, () => preview(own)))).toEqual(Array(5).fill(200))
})
test('a token that only asks what it may not is told to wait, too; a flood of it is recorded once a second', async () => {
  const before = await noes()
  const flood = await statuses(Array.from({ length: 40 }, () => list(own, world.b)))
  expect([flood.filter((status) => status === 404).length, flood.filter((status) => status === 429).length]).toEqual([8, 32])
  expect(await noes()).toBe(before + 1)
})
test('a token whose second is spent is told so whatever it sends, in the same words, before anything of it is read; in the next it is read again', async () => {
  const unreadable = () => machine.ask({ method: 'POST', path: `/v1/tenants/${world.b}/allocations/preview`, secret: own.secret, text: '{', headers: { 'content-type': 'application/json' } })
  const [first] = (await Promise.all(Array.from({ length: 9 }, () => list(own, world.b)))).filter(({ status }) => status === 429)
  const again = await unreadable()
  const said = ({ headers, body }: NonNullable<typeof first>) => ({ body: { ...body, reference: '' }, headers: [...headers].filter(([name]) => !/^(date|content-length|keep-alive|connection|transfer-encoding|x-bailiwick-reference)$/.test(name)).sort() })
  expect(first && said(first)).toEqual(said(again))
  expect(again.headers.get('x-bailiwick-reference')).toBe(again.body.reference)
  expect((await list(theirs, world.b)).status).toBe(200)
  vi.setSystemTime(now + 1_000)
  expect((await unreadable()).status).toBe(400)
})
test('what cannot be read is counted as what can be is, and recorded: of whoever sends nothing else, too', async () => {
  const unread: Partial<Sent>[] = [{ text: '{' }, { path: `/v1/tenants/${world.b}/allocations/preview?twice=1`, text: '{}' }, { text: '{"a":1,"a":1}' }]
  const send = (at: number) => machine.ask({ method: 'POST', path: `/v1/tenants/${world.b}/allocations/preview`, secret: own.secret, headers: { 'content-type': 'application/json' }, ...unread[at % unread.length] })
  const recorded = async () => {
    await numberAll()
    return (await recordsOf(world.b, 'access')).filter(({ entry }) => entry.actor.onBehalfOf === `token ${own.token}` && entry.reason === 'bad_input' && entry.action.verb === 'preview').length
  }
  const before = await recorded()
  const flood = await statuses(Array.from({ length: 40 }, (_, at) => send(at)))
  expect([flood.filter((status) => status === 400).length, flood.filter((status) => status === 429).length]).toEqual([8, 32])
  expect((await recorded()) - before).toBe(8)
})
test('who shows no token that is anybody’s is told so three times a second', async () => {
  const nobody = () => machine.ask({ path: `/v1/tenants/${world.a}/namespaces`, secret: randomUUID() })
  expect(await statuses(Array.from({ length: 9 }, nobody))).toEqual([401, 401, 401, 429, 429, 429, 429, 429, 429])
  expect((await list(own)).status).toBe(200)
})
test('a token that floods on is shut out: it is told so, until when, and in how many seconds, before anything that it sends is read; its owner’s other token and everybody else go on, and it is let in when that is over', async () => {
  const made = await tokenFor(world.admin, ['namespaces.list'])
  await loading((sql) => sql.query("INSERT INTO flood (kind, key, since, seconds, counted_at, step, until, noted) VALUES ('token', $1, $2, 39, $2, 0, NULL, true)", [made.token, new Date(now - 1_000)]))
  for (const times of [18, 12]) await Promise.all(Array.from({ length: times }, () => list(made, world.b)))
  vi.setSystemTime(now + 2_100)
  expect((await list(made)).body.code).toBe('shut_out_for_now')
  const unreadable = await machine.ask({ method: 'POST', path: `/v1/tenants/${world.b}/allocations/preview`, secret: made.secret, text: '{', headers: { 'content-type': 'application/json' } })
  const left = Number(unreadable.headers.get('retry-after'))
  expect(unreadable).toMatchObject({ status: 429, body: { code: 'shut_out_for_now', type: '/v1#shut_out_for_now', detail: expect.stringMatching(/^It is over at 20.*Z\.$/) } })
  expect([left > 50, left <= 60]).toEqual([true, true])
  expect([(await list(own)).status, (await list(theirs, world.b)).status]).toEqual([200, 200])
  // In the next second it is asked again whether they were let in.
  vi.setSystemTime(now + 4_500)
  const atDoor = await list(made)
  expect([atDoor.status, atDoor.body.code, atDoor.body.detail]).toEqual([429, 'shut_out_for_now', unreadable.body.detail])
  vi.setSystemTime(now + 62_000)
  expect((await list(made)).status).toBe(200)
  now += 62_000
  await loading((sql) => sql.query('DELETE FROM flood WHERE key = $1', [made.token]))
})

const many = (secret: string, times: number) => `GET /v1/tenants/${world.a}/namespaces HTTP/1.1\r\nHost: machine\r\nAuthorization: Bearer ${secret}\r\n\r\n`.repeat(times)
const toldToWait = async () => Number(/action="unknown",outcome="too_many_requests"\} (\d+)/.exec(await metricsText())?.[1] ?? 0)
const settled = (ms: number) => new Promise((done) => { setTimeout(done, ms) })
test('who sends many behind one another and hangs up has nothing under way any more', async () => {
  for (let times = 0; times < 3; times++) {
    const socket = connect(machine.port, '127.0.0.1').on('error', () => undefined)
    socket.write(many(own.secret, 9))
    await settled(5)
    socket.destroy()
    await settled(300)
    now += 2_000
    vi.setSystemTime(now)
  }
  expect(await statuses([list(own), list(own)])).toEqual([200, 200])
})
test('who goes on when they were told so as often as they may ask is told once more when the second is over, and hung up on; others are answered meanwhile, and what goes with the connection is no answer', async () => {
  expect(await statuses(Array.from({ length: 9 }, () => list(own, world.b)))).toContain(429)
  const before = await toldToWait()
  vi.setSystemTime(now + 500)
  const socket = connect(machine.port, '127.0.0.1')
  const heard = text(socket)
  socket.write(many(own.secret, 40))
  expect((await list(theirs, world.b)).status).toBe(200)
  const answers = (await heard).match(/HTTP\/1.1 \d+/g)
  expect([...new Set(answers)]).toEqual(['HTTP/1.1 429'])
  expect(answers?.length).toBeLessThan(12)
  expect((await toldToWait()) - before).toBe(answers?.length)
})
