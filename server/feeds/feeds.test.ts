import { createHmac, randomUUID } from 'node:crypto'
import type { AddressInfo, Server as TcpServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { takeLease } from '~/server/database/lease'
import { inScope, say } from '~/server/database/scope'
import { beginApart } from '~/server/testing/apart'
import { makeCertificate } from '~/server/testing/certificate'
import { readFrames } from '~/server/testing/read-frames'
import { openReceiver, type Received } from '~/server/testing/receiver'
import { numberAll, recordsOf } from '~/server/testing/records'
import { doorFor, elevated, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { overlapMs } from '~/server/outbox/webhook/receiver-key'
import { triedForMs } from './decide-again'
import { type Format, feedsMost, type Way } from './feed'
import { feedsAtRest, followRecord } from './follow-record'

type Told = { auditId: string; action: { resource: string; verb: string }; metadata: { tenant: string; stream: string; sequence: string }; request: unknown; context: unknown }
let world: World
let receiver: Awaited<ReturnType<typeof openReceiver>>
let at = ''
let received: Received[] = []
let status = 200
let onTaken: () => unknown = () => undefined
const lease = `follow-${randomUUID()}`

beforeAll(async () => {
  world = await makeWorld()
  receiver = await openReceiver(async (one) => {
    received.push(one)
    await onTaken()
    return status
  })
  at = receiver.at
  Object.assign(process.env, { WEBHOOK_INSIDE: at, PUBLIC_URL: 'http://localhost:4700' })
  expect(await takeLease(lease, 600)).toBe(true)
})
beforeEach(async () => {
  await loading((sql) => sql.query('UPDATE feed SET ended_at = now() WHERE ended_at IS NULL'))
  received = []
  status = 200
  onTaken = () => undefined
})
afterAll(async () => {
  delete process.env.WEBHOOK_INSIDE
  receiver.close()
  await closeDatabase()
})

type Wish = { title: string; way: Way; format: Format; address: string; from: 'now' | 'beginning' }
const wish = (more: Partial<Wish> = {}): Wish => ({ title: 'Security', way: 'webhook', format: 'recorded', address: `http://${at}/in/a-secret-path`, from: 'now', ...more })
const create = async (by: Person, tenant: string, more: Partial<Wish> = {}) => {
  const input = { tenant, ...wish(more) }
  return (await doorFor(by, { stepUp: await shown(by, 'feeds.create', input) })).feeds.create(input)
}
async function made(by = world.admin, tenant: string = world.a, more: Partial<Wish> = {}): Promise<{ feed: string; secret: string | null }> {
  const answer = await create(by, tenant, more)
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value
}
async function madeOnPlatform(more: Partial<Wish> = {}): Promise<{ by: Person; feed: string; secret: string | null }> {
  const by = await elevated(world.platformAdmin)
  const input = wish(more)
  const answer = await (await doorFor(by, { stepUp: await shown(by, 'feeds.createOnPlatform', input) })).feeds.createOnPlatform(input)
  if (!answer.ok) throw new Error(answer.refusal)
  return { by, ...answer.value }
}
/** Something is done in a place, and is recorded. */
async function happen(by = world.admin, tenant: string = world.a, times = 1): Promise<void> {
  for (let nth = 0; nth < times; nth++) await (await doorFor(by)).feeds.test({ tenant, feed: randomUUID() })
  await numberAll()
}
const deed = async (what: 'end' | 'pause' | 'resume', feed: string) => {
  const input = { tenant: world.a, feed }
  return (await doorFor(world.admin, { stepUp: await shown(world.admin, `feeds.${what}`, input) })).feeds[what](input)
}
const rotate = async (by: Person, tenant: string, feed: string) => {
  const input = { tenant, feed }
  return (await doorFor(by, { stepUp: await shown(by, 'feeds.rotate', input) })).feeds.rotate(input)
}
const shownOf = async (feed: string) => (await (await doorFor(world.admin)).feeds.list({ tenant: world.a })).find((one) => one.feed === feed)
const dueNow = () => loading((sql) => sql.query('UPDATE feed SET next_at = now() WHERE ended_at IS NULL'))
const signedBy = (secret: string | null, { headers, body }: Received) => headers['webhook-signature']?.split(' ').includes(`v1,${createHmac('sha256', Buffer.from((secret ?? '').slice(6), 'base64')).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64')}`) === true
const records = (messages = received): Told[] => messages.flatMap(({ body }) => (JSON.parse(body) as { records: Told[] }).records)
const places = (told: readonly Told[]) => told.map(({ metadata }) => `${metadata.tenant} ${metadata.stream} ${metadata.sequence}`)
/** Whether each stream is there by number, from its first on, and nothing is missing or twice. */
function gapless(told: readonly Told[]): boolean {
  const last = new Map<string, number>()
  return told.every(({ metadata: { tenant, stream, sequence } }) => {
    const [name, before] = [`${tenant} ${stream}`, last.get(`${tenant} ${stream}`)]
    last.set(name, Number(sequence))
    return before === undefined || Number(sequence) === before + 1
  })
}

test('a receiver is given what is recorded from its making on, signed, in order and byte for byte, and is not given it again', async () => {
  await happen()
  const { feed, secret } = await made()
  await happen(world.admin, world.a, 3)
  for (let times = 0; times < 3; times++) await followRecord(lease)
  expect(received.every((message) => signedBy(secret, message))).toBe(true)
  const told = records()
  expect(`${told[0]?.action.resource}.${told[0]?.action.verb}`).toBe('feeds.create')
  expect([gapless(told), new Set(places(told)).size]).toEqual([true, told.length])
  const kept = [...(await recordsOf(world.a, 'deed')), ...(await recordsOf(world.a, 'access'))].map(({ bytes }) => bytes.toString())
  for (const one of told) expect(kept).toContain(JSON.stringify(one))
  expect(received.every(({ body }) => (JSON.parse(body) as { records: unknown[] }).records.every((one) => body.includes(kept.find((text) => text === JSON.stringify(one)) ?? 'none')))).toBe(true)
  expect(await shownOf(feed)).toMatchObject({ state: 'follows', taken: told.length, behind: 0, behindSince: null, failure: null, status: 200 })
})
test('from the beginning, it is all there is, in as many batches as it takes', async () => {
  await happen(world.admin, world.a, 5)
  const { feed } = await made(world.admin, world.a, { from: 'beginning' })
  const whole = (await recordsOf(world.a, 'deed')).length + (await recordsOf(world.a, 'access')).length
  expect(await shownOf(feed)).toMatchObject({ behind: whole, behindSince: expect.any(String) })
  await followRecord(lease)
  expect([gapless(records()), records().length]).toEqual([true, whole])
})
test('what its receiver finds too large is cut in half until it is taken, and nothing is missing or twice', async () => {
  await happen(world.admin, world.a, 12)
  let most = 3
  onTaken = () => { status = records(received.slice(-1)).length > most ? 413 : 200 }
  const { feed } = await made(world.admin, world.a, { from: 'beginning' })
  const whole = (await recordsOf(world.a, 'deed')).length + (await recordsOf(world.a, 'access')).length
  await followRecord(lease)
  const taken = () => records(received.filter(({ body }) => (JSON.parse(body) as { records: unknown[] }).records.length <= most))
  expect([gapless(taken()), taken().length]).toEqual([true, whole])
  expect(await shownOf(feed)).toMatchObject({ state: 'follows', behind: 0, taken: whole })
  most = 0
  await happen()
  await followRecord(lease)
  expect(await shownOf(feed)).toMatchObject({ state: 'tries_again', failure: 'too_large', status: 413, taken: whole })
})
test('a tenant’s feed has no record of another tenant, nor of the platform, whatever happens there', async () => {
  const [mine, theirs] = [await made(world.admin, world.a, { from: 'beginning' }), await made(world.stranger, world.b, { from: 'beginning' })]
  await happen(world.stranger, world.b, 2)
  await happen()
  await followRecord(lease)
  const toldBy = (secret: string | null) => new Set(records(received.filter((message) => signedBy(secret, message))).map(({ metadata }) => metadata.tenant))
  expect([toldBy(mine.secret), toldBy(theirs.secret)]).toEqual([new Set([world.a]), new Set([world.b])])
  // And not by the database either: what the engine may read is what the feed that it names is for.
  const seen = await inScope('engine', { loop: 'feed' }, async (sql) => {
    await sql.$executeRaw`UPDATE feed_place SET sequence = 0 WHERE feed_id = ${mine.feed}::uuid`
    return sql.$queryRaw<{ tenant_id: string }[]>`SELECT DISTINCT tenant_id FROM feed_records(${mine.feed}::uuid, 1000)`
  })
  expect(seen).toEqual([{ tenant_id: world.a }])
  await expect(inScope('engine', { loop: 'feed' }, (sql) => sql.$queryRaw`SELECT bytes FROM record LIMIT 1`)).rejects.toThrow(/permission denied/)
})
test('the platform’s has every place’s record, and of none what was asked, answered or changed', async () => {
  const { secret, by, feed } = await madeOnPlatform()
  await made()
  await happen(world.stranger, world.b)
  for (let times = 0; times < 20 && (await (await doorFor(by)).feeds.listOnPlatform({})).find((one) => one.feed === feed)?.behind !== 0; times++) await followRecord(lease)
  const told = records(received.filter((message) => signedBy(secret, message)))
  for (const tenant of ['platform', world.a, world.b]) expect([tenant, told.some(({ metadata }) => metadata.tenant === tenant)]).toEqual([tenant, true])
  expect([told.every(({ request, context }) => request === null && context === null), gapless(told)]).toEqual([true, true])
})
test('killed when the receiver has it, and before that is written, it is given again, and nothing is lost', async () => {
  const { feed, secret } = await made()
  await happen(world.admin, world.a, 4)
  const { child, ended } = beginApart('follow-once', `child-${world.mark}`)
  onTaken = () => { child.kill('SIGKILL') }
  expect(await ended).toBe('SIGKILL')
  onTaken = () => undefined
  expect((await shownOf(feed))?.taken).toBe(0)
  const first = received.find((message) => signedBy(secret, message))
  await followRecord(lease)
  await followRecord(lease)
  const again = received.filter((message) => signedBy(secret, message))
  expect([again[1]?.headers['webhook-id'], again[1]?.body]).toEqual([first?.headers['webhook-id'], first?.body])
  expect([gapless(records(again.slice(1))), (await shownOf(feed))?.behind]).toEqual([true, 0])
})
test('killed again and again, whenever that is: every record is there in the end, each stream in order', async () => {
  const { secret, feed } = await made(world.admin, world.a, { from: 'beginning' })
  await happen(world.admin, world.a, 6)
  for (const afterMs of [300, 500, 800, 1_200]) {
    const { child, ended } = beginApart('follow-once', `killed-${world.mark}-${afterMs}`)
    setTimeout(() => child.kill('SIGKILL'), afterMs)
    expect(['SIGKILL', 0]).toContain(await ended)
    await happen()
  }
  for (let times = 0; times < 20 && (await shownOf(feed))?.behind !== 0; times++) await followRecord(lease)
  const told = records(received.filter((message) => signedBy(secret, message)))
  const firsts = told.filter((one, nth) => told.findIndex(({ auditId }) => auditId === one.auditId) === nth)
  expect(gapless(firsts)).toBe(true)
  expect(new Set(firsts.map(({ auditId }) => auditId))).toEqual(new Set([...(await recordsOf(world.a, 'deed')), ...(await recordsOf(world.a, 'access'))].map(({ entry }) => entry.auditId)))
})
test('how far it is never goes back', async () => {
  const { feed } = await made(world.admin, world.a, { from: 'beginning' })
  await followRecord(lease)
  const far = () => inScope('engine', { loop: 'feed' }, (sql) => sql.feedPlace.findMany({ where: { feedId: feed }, orderBy: { stream: 'asc' } }))
  const before = await far()
  expect(before.map(({ tenantId, stream }) => `${tenantId} ${stream}`)).toEqual([`${world.a} access`, `${world.a} deed`])
  // A holder that slept through its lease wakes with an older batch in hand.
  onTaken = () => loading((sql) => sql.query('UPDATE feed_place SET sequence = sequence + 100 WHERE feed_id = $1', [feed]))
  await happen()
  await followRecord(lease)
  expect((await far()).map(({ sequence }) => sequence)).toEqual(before.map(({ sequence }) => sequence + 100n))
})
test('a receiver that does not take it is asked again later and later, what it has is where it was, and a day later it is given up and the platform told', async () => {
  const { feed } = await made()
  status = 503
  await followRecord(lease)
  await followRecord(lease)
  expect(received).toHaveLength(1)
  expect(await shownOf(feed)).toMatchObject({ state: 'tries_again', taken: 0, failure: 'not_taken', status: 503, failingSince: expect.any(String), nextAt: expect.any(String), behind: 1 })
  await loading((sql) => sql.query("UPDATE feed SET failing_since = now() - make_interval(secs => $2), next_at = now() WHERE id = $1", [feed, triedForMs / 1000]))
  await followRecord(lease)
  expect(await shownOf(feed)).toMatchObject({ state: 'given_up', nextAt: null })
  const raised = await inScope('web', { platform: true }, (sql) => sql.signal.findMany({ where: { kind: 'feed.given_up', body: { path: ['feed'], equals: feed } } }))
  expect(raised.map(({ body }) => body)).toEqual([{ feed, tenant: world.a, channel: 'webhook', reason: 'not_taken' }])
  status = 200
  await dueNow()
  await followRecord(lease)
  expect(received).toHaveLength(2)
  expect(await deed('resume', feed)).toMatchObject({ ok: true })
  await followRecord(lease)
  expect(await shownOf(feed)).toMatchObject({ state: 'follows', behind: 0, failure: null })
  expect(records(received.slice(2)).map(({ action }) => `${action.resource}.${action.verb}`).slice(0, 1)).toEqual(['feeds.create'])
})
test('one that says that it is gone is given up at once; one that fails keeps no others waiting', async () => {
  const gone = await made()
  status = 410
  await followRecord(lease)
  expect(await shownOf(gone.feed)).toMatchObject({ state: 'given_up', failure: 'gone', status: 410 })
  status = 200
  const [dead, other] = [await made(world.admin, world.a, { way: 'syslog', address: `tcp://${at}` }), await made()]
  await happen()
  await followRecord(lease, { waitMs: 500 })
  expect([(await shownOf(dead.feed))?.state, (await shownOf(other.feed))?.state, (await shownOf(other.feed))?.behind]).toEqual(['tries_again', 'follows', 0])
})
test('receivers that do not answer keep no others waiting, however many a tenant has: turns go on beside their tries, a tenant has a few of the places, and none is given anything beside', async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>((done) => { release = done })
  const asked = new Map<string, number>()
  const silent = await openReceiver(async ({ headers }) => {
    const id = headers['webhook-id'] ?? ''
    asked.set(id, (asked.get(id) ?? 0) + 1)
    await held
    return 200
  })
  process.env.WEBHOOK_INSIDE = `${at},${silent.at}`
  try {
    await made(world.admin, world.a, { address: `http://${silent.at}/in` })
    for (let times = 0; times < 2; times++) await followRecord(lease)
    expect([...asked.values()]).toEqual([1])
    for (let many = 1; many < feedsMost; many++) await made(world.admin, world.a, { address: `http://${silent.at}/in` })
    const { secret } = await made(world.stranger, world.b)
    await happen(world.stranger, world.b)
    const turns = async () => {
      for (const sequence of ['first', 'second']) {
        await followRecord(lease)
        expect([sequence, records(received.filter((message) => signedBy(secret, message))).length > 0, asked.size]).toEqual([sequence, true, 5])
        received = []
        await happen(world.stranger, world.b)
      }
      return 'went on'
    }
    expect(await Promise.race([turns(), new Promise((late) => { setTimeout(() => late('waited'), 6_000) })])).toBe('went on')
    expect([...asked.values()]).toEqual(Array(5).fill(1))
    release()
    await feedsAtRest()
    for (let times = 0; times < 3; times++) await followRecord(lease)
    await feedsAtRest()
    expect((await (await doorFor(world.admin)).feeds.list({ tenant: world.a })).filter(({ state }) => state === 'follows').map(({ behind }) => behind)).toEqual(Array(feedsMost).fill(0))
  } finally {
    release()
    process.env.WEBHOOK_INSIDE = at
    silent.close()
  }
}, 30_000)
test('paused, it is given nothing, and goes on where it was; ended, it is given nothing any more', async () => {
  const { feed } = await made()
  await followRecord(lease)
  expect(await deed('pause', feed)).toMatchObject({ ok: true })
  expect(await deed('pause', feed)).toMatchObject({ ok: true })
  await happen()
  const before = received.length
  await followRecord(lease)
  expect([received.length, (await shownOf(feed))?.state, (await shownOf(feed))?.behind]).toEqual([before, 'paused', expect.any(Number)])
  expect(await deed('resume', feed)).toMatchObject({ ok: true })
  await followRecord(lease)
  expect([gapless(records()), (await shownOf(feed))?.behind]).toEqual([true, 0])
  expect(await deed('end', feed)).toMatchObject({ ok: true })
  expect([await deed('end', feed), await deed('pause', feed), await deed('resume', feed)]).toEqual([{ ok: true, value: { feed } }, { ok: false, refusal: 'ended' }, { ok: false, refusal: 'ended' }])
  await happen()
  const last = received.length
  await followRecord(lease)
  expect([received.length, (await shownOf(feed))?.state]).toEqual([last, 'ended'])
})
test('a key is made anew: for a day its receiver may go by both, after it by the new one alone; nothing is given again or left out', async () => {
  const { feed, secret } = await made()
  await followRecord(lease)
  const rotated = await rotate(world.admin, world.a, feed)
  if (!rotated.ok) throw new Error(rotated.refusal)
  expect([rotated.value.secret === secret, Math.round((Date.parse(rotated.value.earlierUntil) - Date.now()) / 60_000)]).toEqual([false, overlapMs / 60_000])
  const told = async () => {
    const before = received.length
    await happen()
    await followRecord(lease)
    return [secret, rotated.value.secret].map((key) => received.length > before && received.slice(before).every((message) => signedBy(key, message)))
  }
  expect([await told(), (await shownOf(feed))?.earlierUntil]).toEqual([[true, true], rotated.value.earlierUntil])
  await loading((sql) => sql.query("UPDATE feed SET earlier_until = now() - interval '1 second' WHERE id = $1", [feed]))
  expect([await told(), (await shownOf(feed))?.earlierUntil]).toEqual([[false, true], null])
  expect([gapless(records()), (await shownOf(feed))?.behind]).toEqual([true, 0])
  await numberAll()
  expect(JSON.stringify((await recordsOf(world.a, 'deed')).map(({ entry }) => entry))).not.toContain(rotated.value.secret)
  expect(await deed('end', feed)).toMatchObject({ ok: true })
  expect(await rotate(world.admin, world.a, feed)).toEqual({ ok: false, refusal: 'ended' })
})
test('what goes by syslog has no key; another tenant’s feed is given none; the platform gives its own another, and no tenant’s', async () => {
  const [{ feed: line }, { feed }] = [await made(world.admin, world.a, { way: 'syslog', address: `tcp://${at}` }), await made()]
  expect([await rotate(world.admin, world.a, line), await rotate(world.stranger, world.b, feed)]).toEqual([{ ok: false, refusal: 'signs_nothing' }, { ok: false, refusal: 'not_found' }])
  const own = await madeOnPlatform()
  const rotateOnPlatform = async (of: string) => (await doorFor(own.by, { stepUp: await shown(own.by, 'feeds.rotateOnPlatform', { feed: of }) })).feeds.rotateOnPlatform({ feed: of })
  expect([await rotateOnPlatform(own.feed), await rotateOnPlatform(feed)]).toMatchObject([{ ok: true, value: { secret: expect.stringMatching(/^whsec_/) } }, { ok: false, refusal: 'not_found' }])
  await expect((await doorFor(world.admin)).feeds.rotate({ tenant: world.a, feed })).rejects.toThrow('step_up_required')
  await numberAll()
})
test('a test is told of by itself, also while it is paused, and what became of it stands with the feed', async () => {
  const { feed } = await made(world.admin, world.a, { format: 'ocsf' })
  await followRecord(lease)
  await deed('pause', feed)
  status = 403
  received = []
  expect(await (await doorFor(world.admin)).feeds.test({ tenant: world.a, feed })).toMatchObject({ ok: true })
  expect((await shownOf(feed))?.test).toMatchObject({ askedAt: expect.any(String), doneAt: null })
  for (let times = 0; times < 2; times++) await followRecord(lease)
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([{ format: 'ocsf', test: true, records: [expect.objectContaining({ class_uid: 6003, metadata: expect.objectContaining({ event_code: 'feeds.test', tenant_uid: world.a }) })] }])
  expect(await shownOf(feed)).toMatchObject({ state: 'paused', failure: null, test: { doneAt: expect.any(String), failure: 'not_taken', status: 403 } })
})
test('syslog by TLS: each record by itself, in its format, and a receiver that resets the connection has not taken it', async () => {
  const { key, cert } = makeCertificate('127.0.0.1')
  const parts: Buffer[] = []
  let isRude = true
  const taker: TcpServer = createTlsServer({ key, cert }, (socket) => {
    socket.on('error', () => undefined).on('data', (part) => { parts.push(part) })
  })
  taker.on('connection', (socket) => { if (isRude) socket.resetAndDestroy() })
  await new Promise<void>((done) => { taker.listen(0, '127.0.0.1', done) })
  const there = `127.0.0.1:${(taker.address() as AddressInfo).port}`
  process.env.WEBHOOK_INSIDE = `${at},${there}`
  try {
    const { feed, secret } = await made(world.admin, world.a, { way: 'syslog', format: 'ecs', address: `tls://${there}` })
    expect(secret).toBeNull()
    await happen(world.admin, world.a, 2)
    await followRecord(lease, { ca: cert })
    expect(await shownOf(feed)).toMatchObject({ state: 'tries_again', taken: 0, status: null })
    isRude = false
    await dueNow()
    await followRecord(lease, { ca: cert })
    const told = readFrames(Buffer.concat(parts)).map(({ message }) => JSON.parse(message) as { organization: { id: string }; event: { action: string; sequence: number } })
    expect(told[0]?.event.action).toBe('feeds.create')
    expect(new Set(told.map(({ organization }) => organization.id))).toEqual(new Set([world.a]))
    expect(await shownOf(feed)).toMatchObject({ state: 'follows', taken: told.length, behind: 0 })
  } finally {
    process.env.WEBHOOK_INSIDE = at
    taker.close()
  }
})
test('where a receiver may be is asked each time: one that the operator took from the list is told nothing more', async () => {
  const { feed } = await made()
  process.env.WEBHOOK_INSIDE = ''
  await followRecord(lease)
  process.env.WEBHOOK_INSIDE = at
  expect([received, await shownOf(feed)]).toMatchObject([[], { state: 'given_up', failure: 'address_refused' }])
})
test('address and key are ciphertext where they are kept, are not shown again, and are in no record', async () => {
  const { feed, secret } = await made()
  const [row] = await loading(async (sql) => (await sql.query('SELECT * FROM feed WHERE id = $1', [feed])).rows)
  expect(Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))).join()).not.toMatch(/a-secret-path|whsec_/)
  expect(JSON.stringify(await shownOf(feed))).not.toMatch(/a-secret-path|whsec_/)
  await numberAll()
  const kept = JSON.stringify([...(await recordsOf(world.a, 'deed')), ...(await recordsOf(world.a, 'access'))].map(({ entry }) => entry))
  expect([kept.includes(feed), kept.includes('a-secret-path'), kept.includes(secret ?? 'none')]).toEqual([true, false, false])
})
test.each([
  ['webhook', 'http://siem.example.org/', 'not_https'], ['webhook', 'https://127.0.0.1/', 'not_public'], ['syslog', 'tls://169.254.169.254:6514', 'not_public'], ['syslog', 'tcp://siem.example.org:6514', 'not_https'], ['syslog', 'https://siem.example.org', 'not_an_address'],
] as const)('by %s to %s, none is made: %s', async (way, address, refusal) => { expect(await create(world.admin, world.a, { way, address })).toEqual({ ok: false, refusal }) })
test('a place has so many at most; another tenant’s is not found by whoever names it; an auditor sees where the record goes, and changes nothing; in a frozen tenant none is made', async () => {
  const { feed } = await made()
  await loading((sql) => sql.query("INSERT INTO feed (id, tenant_id, title, way, format, host, address, secret, made_by, made_at) SELECT gen_random_uuid(), tenant_id, title, way, format, host, address, secret, made_by, made_at FROM feed, generate_series(1, $2) WHERE id = $1", [feed, feedsMost - 1]))
  expect(await create(world.admin, world.a)).toEqual({ ok: false, refusal: 'too_many' })
  await loading((sql) => sql.query('UPDATE feed SET ended_at = now() WHERE tenant_id = $1 AND id <> $2 AND ended_at IS NULL', [world.a, feed]))
  const theirs = { tenant: world.b, feed }
  const stranger = await doorFor(world.stranger, { stepUp: await shown(world.stranger, 'feeds.end', theirs) })
  expect([await stranger.feeds.end(theirs), await (await doorFor(world.stranger)).feeds.test(theirs)]).toEqual([{ ok: false, refusal: 'not_found' }, { ok: false, refusal: 'not_found' }])
  expect(await (await doorFor(world.stranger)).feeds.list({ tenant: world.b })).not.toContainEqual(expect.objectContaining({ feed }))
  expect((await (await doorFor(world.auditor)).feeds.list({ tenant: world.a })).some((one) => one.feed === feed)).toBe(true)
  await expect((await doorFor(world.auditor)).feeds.test({ tenant: world.a, feed })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [world.a]))
  expect([await create(world.admin, world.a), await deed('resume', feed), await deed('pause', feed)]).toMatchObject([{ ok: false, refusal: 'tenant_frozen' }, { ok: false, refusal: 'tenant_frozen' }, { ok: true }])
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = NULL WHERE id = $1', [world.a]))
})
test('a missing number is passed over when something follows it', async () => {
  const { feed } = await made()
  await followRecord(lease)
  const last = (await recordsOf(world.a, 'deed')).at(-1)?.sequence ?? 0n
  const undone = new Error('as if it had not been')
  const seen = inScope('engine', { tenant: world.a, namespaces: '*' }, async (sql) => {
    await sql.$executeRaw`UPDATE account SET deed_sequence = deed_sequence + 2 WHERE tenant_id = ${world.a} AND kind = 'tenant'`
    await sql.$executeRaw`INSERT INTO record (tenant_id, stream, sequence, at, bytes, leaf) VALUES (${world.a}, 'deed', ${last + 2n}, now(), 'x', sha256(decode('00', 'hex') || 'x'::bytea))`
    await say(sql, { loop: 'feed' })
    const found = await sql.$queryRaw<{ sequence: bigint }[]>`SELECT sequence FROM feed_records(${feed}::uuid, 10) WHERE stream = 'deed'`
    throw Object.assign(undone, { found: found.map(({ sequence }) => sequence) })
  })
  await expect(seen).rejects.toMatchObject({ found: [last + 2n] })
})
