import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { takeLease } from '~/server/database/lease'
import { inScope } from '~/server/database/scope'
import { deliverOutbox, outboxAtRest } from '~/server/outbox/deliver-outbox'
import { triesMost } from '~/server/outbox/decide-next-try'
import { enqueue } from '~/server/outbox/enqueue'
import { beginApart } from '~/server/testing/apart'
import { openReceiver, type Received } from '~/server/testing/receiver'
import { numberAll, recordsOf } from '~/server/testing/records'
import { doorFor, elevated, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { overlapMs } from '~/server/outbox/webhook/receiver-key'
import { webhooksMost } from './webhook'

let world: World
let receiver: Awaited<ReturnType<typeof openReceiver>>
let at = ''
let received: Received[] = []
let status = 200
let onTaken: () => unknown = () => undefined
const lease = `deliver-${randomUUID()}`

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
  await loading(async (sql) => {
    await sql.query("UPDATE outbox SET ended_at = now(), outcome = 'dropped' WHERE ended_at IS NULL")
    await sql.query('UPDATE webhook SET ended_at = now() WHERE ended_at IS NULL')
  })
  received = []
  status = 200
  onTaken = () => undefined
})
afterAll(async () => {
  delete process.env.WEBHOOK_INSIDE
  receiver.close()
  await closeDatabase()
})

type Wish = { title: string; address: string; format: 'standard' | 'slack'; kinds: ['lease_ends' | 'request_waits'] }
const wish = (more: Partial<Wish> = {}): Wish => ({ title: 'Operations', address: `http://${at}/in/a-secret-path`, format: 'standard', kinds: ['lease_ends'], ...more })
const create = async (by: Person, tenant: string, more: Partial<Wish> = {}) => {
  const input = { tenant, ...wish(more) }
  return (await doorFor(by, { stepUp: await shown(by, 'webhooks.create', input) })).webhooks.create(input)
}
async function made(by = world.admin, tenant: string = world.a, more: Partial<Wish> = {}): Promise<{ webhook: string; secret: string }> {
  const answer = await create(by, tenant, more)
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value
}
const happen = (tenant: string | null, kind = 'lease_ends', once: string = randomUUID()) => inScope('engine', { loop: 'lease' }, (sql) => enqueue(sql, [{ channel: 'event', tenant, kind, body: { path: '/tenants/t/allocations/x', label: 'a private name' }, once }]))
const history = async (webhook: string) => (await (await doorFor(world.admin)).webhooks.history({ tenant: world.a, webhook, ...firstPage })).rows
const dueNow = () => loading((sql) => sql.query('UPDATE outbox SET next_at = now() WHERE ended_at IS NULL'))
const signedBy = (secret: string, { headers, body }: Received) => (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64')}`)
const endOf = async (webhook: string) => {
  const input = { tenant: world.a, webhook }
  return (await doorFor(world.admin, { stepUp: await shown(world.admin, 'webhooks.end', input) })).webhooks.end(input)
}

test('what happens in a tenant is told, signed, to each who listens there for it, once; and to nobody else', async () => {
  const [one, other, else_] = [await made(), await made(), await made(world.admin, world.a, { kinds: ['request_waits'] })]
  const theirs = await made(world.stranger, world.b)
  const id = randomUUID()
  for (let times = 0; times < 2; times++) await happen(world.a, 'lease_ends', id)
  for (let times = 0; times < 3; times++) await deliverOutbox(lease)
  expect(received).toHaveLength(2)
  for (const { secret } of [one, other]) expect(received.filter((message) => signedBy(secret, message))).toHaveLength(1)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({ type: 'lease_ends', timestamp: expect.any(String), data: { says: 'An allocation ends soon', tenant: world.a, url: 'http://localhost:4700/tenants/t/allocations/x' } })
  expect(received.map(({ body }) => body).join()).not.toContain('private')
  expect([await history(one.webhook), await history(else_.webhook)]).toMatchObject([[{ state: 'delivered', attempts: 1, status: 200, reason: null }], []])
  expect(await inScope('engine', { loop: 'deliver' }, (sql) => sql.outbox.count({ where: { webhookId: theirs.webhook } }))).toBe(0)
})
test('address and key are ciphertext where they are kept, are not shown again, and are in no record', async () => {
  const { webhook, secret } = await made()
  const [row] = await loading(async (sql) => (await sql.query('SELECT * FROM webhook WHERE id = $1', [webhook])).rows)
  expect(Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))).join()).not.toMatch(/a-secret-path|whsec_/)
  expect(JSON.stringify(await (await doorFor(world.admin)).webhooks.list({ tenant: world.a }))).not.toMatch(/a-secret-path|whsec_/)
  expect(await (await doorFor(world.admin)).webhooks.list({ tenant: world.a })).toContainEqual(expect.objectContaining({ webhook, host: at, title: 'Operations' }))
  await numberAll()
  const records = JSON.stringify([...(await recordsOf(world.a, 'deed')), ...(await recordsOf(world.a, 'access'))].map(({ entry }) => entry))
  expect(records).toContain(webhook)
  expect([records.includes('a-secret-path'), records.includes(secret), records.includes(secret.slice(6))]).toEqual([false, false, false])
})
test('a new key is shown once; for a day its receiver may go by the one before, and then no more', async () => {
  const { webhook, secret } = await made()
  const input = { tenant: world.a, webhook }
  const rotated = await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'webhooks.rotate', input) })).webhooks.rotate(input)
  if (!rotated.ok) throw new Error(rotated.refusal)
  const told = async () => {
    received = []
    await happen(world.a)
    await deliverOutbox(lease)
    return [secret, rotated.value.secret].map((key) => received.some((message) => signedBy(key, message)))
  }
  expect(await told()).toEqual([true, true])
  expect(Date.parse(rotated.value.earlierUntil) - Date.now()).toBeGreaterThan(overlapMs - 60_000)
  await loading((sql) => sql.query("UPDATE webhook SET earlier_until = now() - interval '1 second' WHERE id = $1", [webhook]))
  expect(await told()).toEqual([false, true])
})
test('a receiver that does not take it is asked again later under the same id, and when that was long enough, no more; a person can have it tried anew', async () => {
  const { webhook } = await made()
  status = 503
  await happen(world.a)
  await deliverOutbox(lease)
  await deliverOutbox(lease)
  const [first] = await history(webhook)
  expect(first).toMatchObject({ state: 'tries_again', attempts: 1, status: 503, reason: 'answered' })
  await loading((sql) => sql.query('UPDATE outbox SET attempts = $2, next_at = now() WHERE id = $1', [first?.message, triesMost - 1]))
  await deliverOutbox(lease)
  expect(await history(webhook)).toMatchObject([{ message: first?.message, state: 'given_up', attempts: triesMost, status: 503 }])
  expect(await inScope('web', { platform: true }, (sql) => sql.signal.count({ where: { kind: 'message_given_up', body: { path: ['message'], equals: first?.message ?? '' } } }))).toBe(1)
  status = 200
  const door = await doorFor(world.admin)
  expect(await door.webhooks.retry({ tenant: world.a, message: first?.message ?? '' })).toMatchObject({ ok: true })
  await deliverOutbox(lease)
  expect(await history(webhook)).toMatchObject([{ message: first?.message, state: 'delivered', attempts: 1, status: 200 }])
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([first?.message]))
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  expect(await door.webhooks.retry({ tenant: world.a, message: first?.message ?? '' })).toEqual({ ok: false, refusal: 'delivered_already' })
})
test('of a receiver that takes nothing the platform is told once a day, however much was for it; of each other by itself', async () => {
  const [dead, other] = [await made(), await made(world.stranger, world.b)]
  status = 503
  for (let times = 0; times < 3; times++) await happen(world.a)
  await happen(world.b)
  await deliverOutbox(lease)
  await loading((sql) => sql.query('UPDATE outbox SET attempts = $1, next_at = now() WHERE ended_at IS NULL', [triesMost - 1]))
  await deliverOutbox(lease)
  expect((await history(dead.webhook)).map(({ state }) => state)).toEqual(Array(3).fill('given_up'))
  const raised = await inScope('web', { platform: true }, (sql) => sql.signal.findMany({ where: { kind: 'message_given_up' }, select: { body: true } }))
  const messages = async (webhook: string) => (await loading((sql) => sql.query('SELECT id FROM outbox WHERE webhook_id = $1', [webhook]))).rows.map(({ id }) => id as string)
  for (const { webhook } of [dead, other]) {
    const of = await messages(webhook)
    expect(raised.filter(({ body }) => of.includes((body as { message: string }).message))).toHaveLength(1)
  }
})
test('a receiver that says it is gone is told nothing any more, and neither is one that was ended', async () => {
  const [gone, ended] = [await made(), await made()]
  status = 410
  await happen(world.a)
  await endOf(ended.webhook)
  await deliverOutbox(lease)
  expect(received).toHaveLength(1)
  expect(await history(gone.webhook)).toMatchObject([{ state: 'given_up', status: 410, reason: 'gone' }])
  expect((await (await doorFor(world.admin)).webhooks.list({ tenant: world.a })).find(({ webhook }) => webhook === gone.webhook)?.endedAt).not.toBeNull()
  await happen(world.a)
  await deliverOutbox(lease)
  expect(received).toHaveLength(1)
})
test('what was on its way to one that is ended meanwhile is dropped', async () => {
  const { webhook } = await made()
  expect(await (await doorFor(world.admin)).webhooks.test({ tenant: world.a, webhook })).toMatchObject({ ok: true })
  await endOf(webhook)
  await deliverOutbox(lease)
  expect([received, await history(webhook)]).toMatchObject([[], [{ state: 'dropped', reason: 'webhook_ended', status: null }]])
})
test('a test goes the way that everything goes; Slack is told in its own form', async () => {
  const { webhook } = await made(world.admin, world.a, { format: 'slack' })
  expect(await (await doorFor(world.admin)).webhooks.test({ tenant: world.a, webhook })).toMatchObject({ ok: true })
  await deliverOutbox(lease)
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([{ text: `This is a test in ${world.a}: http://localhost:4700/` }])
  expect(await history(webhook)).toMatchObject([{ kind: 'test', state: 'delivered' }])
})
test('of a receiver one test is on its way, however often it is asked for; asked again, it is tried now', async () => {
  const { webhook } = await made()
  const ask = async () => (await doorFor(world.admin)).webhooks.test({ tenant: world.a, webhook })
  status = 500
  for (let times = 0; times < 3; times++) expect(await ask()).toMatchObject({ ok: true })
  await deliverOutbox(lease)
  expect([received.length, (await history(webhook)).length]).toEqual([1, 1])
  // Its next try would be half a minute away.
  status = 200
  expect(await ask()).toMatchObject({ ok: true })
  await deliverOutbox(lease)
  expect([received.length, await history(webhook)]).toMatchObject([2, [{ kind: 'test', state: 'delivered' }]])
  await ask()
  await deliverOutbox(lease)
  expect([received.length, (await history(webhook)).length]).toEqual([3, 2])
})
test.each([
  ['http://hooks.example.org/', 'not_https'], ['https://127.0.0.1/', 'not_public'], ['https://169.254.169.254/latest', 'not_public'], ['https://intranet/', 'not_public'], ['https://hooks.example.org:22/', 'not_its_port'], ['https://me:pw@hooks.example.org/', 'has_password'], ['hooks.example.org', 'not_an_address'],
])('%s is not made one: %s', async (address, refusal) => { expect(await create(world.admin, world.a, { address })).toEqual({ ok: false, refusal }) })
test('a place has so many at most; another tenant’s is not found by whoever names it; an auditor sees what was told and where, and changes nothing', async () => {
  const { webhook } = await made()
  await loading((sql) => sql.query('INSERT INTO webhook (id, tenant_id, title, host, address, format, kinds, secret, made_by, made_at) SELECT gen_random_uuid(), tenant_id, title, host, address, format, kinds, secret, made_by, made_at FROM webhook, generate_series(1, $2) WHERE id = $1', [webhook, webhooksMost - 1]))
  expect(await create(world.admin, world.a)).toEqual({ ok: false, refusal: 'too_many' })
  await loading((sql) => sql.query('UPDATE webhook SET ended_at = now() WHERE tenant_id = $1 AND id <> $2 AND ended_at IS NULL', [world.a, webhook]))
  const theirs = { tenant: world.b, webhook }
  const stranger = await doorFor(world.stranger, { stepUp: await shown(world.stranger, 'webhooks.rotate', theirs) })
  expect(await stranger.webhooks.rotate(theirs)).toEqual({ ok: false, refusal: 'not_found' })
  expect(await (await doorFor(world.stranger)).webhooks.test(theirs)).toEqual({ ok: false, refusal: 'not_found' })
  await expect((await doorFor(world.stranger)).webhooks.history({ ...theirs, ...firstPage })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await (await doorFor(world.auditor)).webhooks.list({ tenant: world.a })).some((one) => one.webhook === webhook)).toBe(true)
  await expect((await doorFor(world.auditor)).webhooks.test({ tenant: world.a, webhook })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
test('the platform’s are told of what happens on the platform, and of nothing in a tenant', async () => {
  const by = await elevated(world.platformAdmin)
  const input = wish({ kinds: ['request_waits'] })
  const answer = await (await doorFor(by, { stepUp: await shown(by, 'webhooks.createOnPlatform', input) })).webhooks.createOnPlatform(input)
  if (!answer.ok) throw new Error(answer.refusal)
  await happen(world.a, 'request_waits')
  await happen(null, 'request_waits')
  await deliverOutbox(lease)
  expect(received.filter((message) => signedBy(answer.value.secret, message)).map(({ body }) => JSON.parse(body).data.tenant)).toEqual([null])
  expect((await (await doorFor(by)).webhooks.historyOnPlatform({ webhook: answer.value.webhook, ...firstPage })).rows).toHaveLength(1)
})
test('a process killed when the receiver has it, and before that is written, tells it again under the same id', async () => {
  const { webhook } = await made()
  await happen(world.a)
  const { child, ended } = beginApart('deliver-once', `child-${world.mark}`)
  onTaken = () => { child.kill('SIGKILL') }
  expect(await ended).toBe('SIGKILL')
  onTaken = () => undefined
  await deliverOutbox(lease)
  expect(received).toHaveLength(1)
  await dueNow()
  await deliverOutbox(lease)
  expect([received.length, new Set(received.map(({ headers }) => headers['webhook-id'])).size]).toEqual([2, 1])
  expect(await history(webhook)).toMatchObject([{ state: 'delivered', attempts: 2 }])
})
test('receivers that do not answer keep no others waiting, however many a tenant has: turns go on beside their tries, a tenant has a few of the places, and nothing is tried twice', async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>((done) => { release = done })
  const silent = await openReceiver(async () => { await held; return 200 })
  const theirs = process.env.WEBHOOK_INSIDE
  process.env.WEBHOOK_INSIDE = `${theirs},${silent.at}`
  try {
    for (let many = 0; many < 8; many++) await made(world.admin, world.a, { address: `http://${silent.at}/in` })
    const other = await made(world.stranger, world.b)
    for (let times = 0; times < 4; times++) await happen(world.a)
    await deliverOutbox(lease)
    await happen(world.b)
    await deliverOutbox(lease)
    expect(received).toHaveLength(1)
    expect(signedBy(other.secret, received[0] as Received)).toBe(true)
    const { rows: [tried] } = await loading((sql) => sql.query('SELECT count(*) FILTER (WHERE attempts > 0)::int AS now, max(attempts) AS most FROM outbox WHERE tenant_id = $1 AND ended_at IS NULL', [world.a]))
    expect(tried).toEqual({ now: 12, most: 1 })
    release()
    await outboxAtRest()
    const { rows: [after] } = await loading((sql) => sql.query("SELECT count(*)::int AS many FROM outbox WHERE tenant_id = $1 AND channel = 'webhook' AND outcome = 'delivered' AND attempts = 1 AND ended_at > now() - interval '1 minute'", [world.a]))
    expect(after.many).toBeGreaterThanOrEqual(12)
  } finally {
    release()
    process.env.WEBHOOK_INSIDE = theirs
    silent.close()
  }
})
test('however many tenants have much to be told, each has its turn with what it was told last', async () => {
  const others = await makeWorld()
  const busy = [[world.admin, world.a], [others.admin, others.a], [others.stranger, others.b]] as const
  const input = wish()
  const by = await elevated(world.platformAdmin)
  expect(await (await doorFor(by, { stepUp: await shown(by, 'webhooks.createOnPlatform', input) })).webhooks.createOnPlatform(input)).toMatchObject({ ok: true })
  for (const [admin, tenant] of busy) for (let many = 0; many < 4; many++) await made(admin, tenant)
  const theirs = await made(world.stranger, world.b)
  for (const tenant of [...busy.map(([, one]) => one), null]) for (let times = 0; times < 5; times++) await happen(tenant)
  await happen(world.b)
  status = 503
  await deliverOutbox(lease)
  status = 200
  await dueNow()
  await loading((sql) => sql.query("UPDATE outbox SET next_at = now() - interval '1 minute' WHERE ended_at IS NULL AND tenant_id IS DISTINCT FROM $1", [world.b]))
  received = []
  await deliverOutbox(lease)
  expect(received.some((message) => signedBy(theirs.secret, message))).toBe(true)
})
test('a receiver with much to be told keeps no others waiting', async () => {
  const [busy, other] = [await made(), await made(world.admin, world.a, { kinds: ['request_waits'] })]
  for (let times = 0; times < 60; times++) await happen(world.a)
  await happen(world.a, 'request_waits')
  await deliverOutbox(lease)
  expect((await history(other.webhook)).map(({ state }) => state)).toEqual(['delivered'])
  expect((await loading((sql) => sql.query('SELECT FROM outbox WHERE webhook_id = $1 AND attempts > 0', [busy.webhook]))).rowCount).toBe(4)
})
