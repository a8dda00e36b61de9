/** The seam between web and engine: what the web's own credential can do without a person is nothing. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Gauge, type Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { thresholdEntry } from '~/server/audit/entry'
import { closeDatabase } from '~/server/database/client'
import { recordAccess } from '~/server/database/threshold'
import { hashToken, makeToken, sealSession } from '~/server/identity/token'
import { secretKey } from '~/server/keys/secret'
import { digestOf, type Json } from '~/server/shared/canonical'
import { badValues } from '~/server/testing/bad-values'
import { namespacesOf } from '~/server/testing/every-row'
import { numberAll, recordsOf, sealAll } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { connectAs, loading, makeWorld, type Person, shown, sourceOfTest, type World } from '~/server/testing/world'
import { audience, type Envelope, livesMs, unwrap, wrap } from './envelope'
import { serveEngine } from './serve'

const server = serveEngine()
let world: World
let url: string
beforeAll(async () => {
  world = await makeWorld()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((closed) => server.close(closed))
  await closeDatabase()
})

const key = () => secretKey('ENGINE_KEY_FILE')
const create = (name: string) => ({ tenant: world.a, name, ...plainNamespace, title: name })
const from = (person: Person | null, input: unknown, over: Partial<Envelope> = {}): Envelope => ({
  audience, action: 'namespaces.create', input, inputDigest: digestOf(input as Json), issuedAt: Date.now(), nonce: randomUUID(), idempotencyKey: randomUUID(),
  session: person?.token ?? '', entering: null, stepUp: null, source: sourceOfTest(), ...over,
})
const post = (text: string, signedWith: Buffer) =>
  fetch(`${url}/command`, { method: 'POST', headers: { authorization: `Bailiwick-Web ${createHmac('sha256', signedWith).update(text).digest('base64url')}` }, body: text })
/** Signed as the web signs, whatever it says. */
async function send(envelope: unknown, signedWith = key()): Promise<{ status: number; body: { answer?: { ok: boolean }; denied?: string } }> {
  const response = await post(JSON.stringify(envelope), signedWith)
  return { status: response.status, body: (await response.json()) as never }
}
const names = () => namespacesOf(world.admin, world.a)

describe('a command', () => {
  let before: string[]
  beforeEach(async () => { before = await names() })
  const changesNothing = async () => expect(await names()).toEqual(before)

  test('of a person who may is carried out', async () => {
    expect(await send(from(world.admin, create('wired')))).toMatchObject({ status: 200, body: { answer: { ok: true } } })
    expect(await names()).toContain('wired')
  })
  test('with the web’s key and no person is refused', async () => {
    expect(await send(from(null, create('x1')))).toMatchObject({ status: 401, body: { denied: 'not_signed_in' } })
    await changesNothing()
  })
  test('with a person’s session id, or the hash of their token, instead of the token is refused', async () => {
    for (const session of [world.admin.sessionId, hashToken(world.admin.token).toString('base64url'), hashToken(world.admin.token).toString('hex'), makeToken()]) {
      expect(await send(from(world.admin, create('x2'), { session }))).toMatchObject({ status: 401 })
    }
    await changesNothing()
  })
  test('with another person’s session does what that person may, and no more', async () => {
    expect(await send(from(world.stranger, create('x3')))).toMatchObject({ status: 404, body: { denied: 'not_found' } })
    const input = { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '3', version: '1' }
    const stepUp = await shown(world.admin, 'quotas.change', input)
    const other = await world.person('second-admin', ['tenant_admin', world.a, null])
    expect(await send(from(other, input, { action: 'quotas.change', stepUp }))).toMatchObject({ body: { denied: 'step_up_required' } })
    await changesNothing()
  })
  test('with a session that was written into the table, and sealed with any other key, is refused, and recorded', async () => {
    const token = makeToken()
    const row = { id: randomUUID(), personId: world.admin.id, tokenHash: hashToken(token), methods: ['code'], signedInAt: new Date(), powersSince: new Date(), elevationId: null }
    const forger = await connectAs('engine')
    await forger.query('BEGIN')
    await forger.query("SELECT set_config('app.person_id', $1, true)", [world.admin.id])
    await forger.query(`INSERT INTO session (id, person_id, token_hash, seal, methods, signed_in_at, last_seen_at, powers_since, powers_seen_at, source_address, user_agent) VALUES ($1, $2, $3, $4, '{code}', $5, $5, $5, $5, '', '')`,
      [row.id, row.personId, row.tokenHash, sealSession(randomBytes(32), row), row.signedInAt])
    await forger.query('COMMIT')
    await forger.end()
    const web = await connectAs('web')
    await expect(web.query('INSERT INTO session DEFAULT VALUES')).rejects.toMatchObject({ code: '42501' })
    await web.end()
    expect(await send(from({ ...world.admin, token }, create('x4')))).toMatchObject({ status: 401, body: { denied: 'not_signed_in' } })
    await numberAll()
    expect((await recordsOf('platform', 'access')).filter(({ entry }) => entry.actor.userId === world.admin.id && entry.reason === 'not_sealed')).toHaveLength(1)
    await changesNothing()
  })
  test('for another audience, too old, or from the future is refused', async () => {
    expect((await send(from(world.admin, create('x5'), { audience: 'bailiwick-witness' }))).body).toMatchObject({ denied: 'wrong_audience' })
    expect((await send(from(world.admin, create('x5'), { issuedAt: Date.now() - livesMs - 1 }))).body).toMatchObject({ denied: 'expired' })
    expect((await send(from(world.admin, create('x5'), { issuedAt: Date.now() + 60_000 }))).body).toMatchObject({ denied: 'expired' })
    await changesNothing()
  })
  test('whose input is not the one it was signed for is refused', async () => {
    expect((await send({ ...from(world.admin, create('x6')), input: create('x7') })).body).toMatchObject({ denied: 'altered' })
    const { body, authorization } = wrap(key(), from(world.admin, create('x6')))
    const altered = Buffer.from(body.toString().replaceAll('x6', 'x8'))
    const response = await fetch(`${url}/command`, { method: 'POST', headers: { authorization }, body: altered })
    expect(await response.json()).toMatchObject({ denied: 'wrong_caller' })
    await changesNothing()
  })
  test('that the web did not sign is refused', async () => {
    expect((await send(from(world.admin, create('x9')), randomBytes(32))).body).toMatchObject({ denied: 'wrong_caller' })
    for (const authorization of ['', 'Bearer x', `Bailiwick-Web ${'A'.repeat(43)}`, `Bailiwick-Web ${'A'.repeat(9999)}`]) {
      expect((await fetch(`${url}/command`, { method: 'POST', headers: { authorization }, body: '{}' })).status).toBe(403)
    }
    await changesNothing()
  })
  test('replayed 200 times is carried out once', async () => {
    const envelope = from(world.admin, create('once'))
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(envelope)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.denied === 'replayed')).toHaveLength(199)
    expect((await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.name === 'once')).toHaveLength(1)
  })
  test('that was refused cannot be replayed into being done', async () => {
    const input = { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '99', version: '1' }
    const envelope = from(world.admin, input, { action: 'quotas.change', stepUp: await shown(world.admin, 'quotas.change', input) })
    expect((await send(envelope)).body.answer).toEqual({ ok: false, refusal: 'above_tenant_share' })
    expect((await send(envelope)).body).toMatchObject({ denied: 'replayed' })
    expect((await send({ ...envelope, nonce: randomUUID(), idempotencyKey: randomUUID() })).body).toMatchObject({ denied: 'step_up_required' })
  })
})

describe('an idempotency key', () => {
  test('with the same command gives the same answer, and the deed is done once', async () => {
    const idempotencyKey = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(from(world.admin, create('keyed'), { idempotencyKey }))))
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect((await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.name === 'keyed')).toHaveLength(1)
  })
  test('also when its second factor is spent already', async () => {
    const input = { tenant: world.a, namespace: 'blue', resource: 'nvidia.com/gpu', limit: '6', version: '1' }
    const sent = { action: 'quotas.change', idempotencyKey: randomUUID(), stepUp: await shown(world.admin, 'quotas.change', input) }
    const first = await send(from(world.admin, input, sent))
    expect([first, await send(from(world.admin, input, sent))]).toEqual([first, first])
    expect(first.body.answer).toMatchObject({ ok: true })
  })
  test('with another command is refused; another person’s same key is their own', async () => {
    const idempotencyKey = randomUUID()
    await send(from(world.admin, create('keyed-1'), { idempotencyKey }))
    expect((await send(from(world.admin, create('keyed-2'), { idempotencyKey }))).body).toMatchObject({ denied: 'idempotency_key_reused' })
    const theirs = await send(from(world.stranger, { tenant: world.b, name: 'keyed-1', ...plainNamespace, title: 'x' }, { idempotencyKey }))
    expect(theirs.body.answer).toMatchObject({ ok: true })
  })
})

test('300 envelopes of nonsense get a clear no each, and no word of ours, the database’s or another tenant’s', async () => {
  const good = from(world.admin, create('fuzz')) as unknown as Record<string, unknown>
  const fields = Object.keys(good)
  for (let at = 0; at < 300; at++) {
    const field = fields[at % fields.length] ?? ''
    const value = badValues[(at * 7) % badValues.length]?.[1]
    const text = JSON.stringify({ ...good, nonce: randomUUID(), [field]: value }, (_, item) => (typeof item === 'bigint' ? `${item}` : item))
    const response = await post(text, key()).catch(() => null)
    const answered = response ? `${response.status} ${await response.text()}` : '400 connection ended'
    expect([field, value, answered]).toEqual([field, value, expect.stringMatching(/^(200|400|401|403|404|409) /)])
    expect(answered).not.toMatch(/select|insert|prisma|postgres|\/server\/|node_modules|at \w+ \(/i)
  }
})
test('the engine answers on loopback and nowhere else', async () => {
  const outside = Object.values(networkInterfaces()).flat().find((address) => address && !address.internal && address.family === 'IPv4')
  if (outside) await expect(fetch(`http://${outside.address}:${new URL(url).port}/health`, { signal: AbortSignal.timeout(2000) })).rejects.toThrow()
  expect((server.address() as AddressInfo).address).toBe('127.0.0.1')
  for (const path of ['/command/', '/commands', '/', '/command?x=1']) expect((await fetch(`${url}${path}`, { method: 'POST', body: '{}' })).status).toBe(404)
})
test('a count that cannot be taken is told as that, and ends nothing else', async () => {
  const { registry } = (globalThis as unknown as Record<symbol, { registry: Registry }>)[Symbol.for('bailiwick.metrics')] as { registry: Registry }
  const name = 'bailiwick_of_a_test'
  new Gauge({ name, help: 'Of a test.', registers: [registry], collect() { throw new Error('nothing there') } })
  const ended: unknown[] = []
  const hear = (fault: unknown) => { ended.push(fault) }
  process.on('unhandledRejection', hear)
  const during = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) }).then(({ status }) => status, () => null)
  process.off('unhandledRejection', hear)
  registry.removeSingleMetric(name)
  expect([during, ended, (await fetch(`${url}/metrics`)).status]).toEqual([500, [], 200])
})
test('whoever scrapes is told for how long what is done unasked has waited', async () => {
  const told = async () => Object.fromEntries([...(await (await fetch(`${url}/metrics`)).text()).matchAll(/^bailiwick_behind_seconds\{what="(\w+)"\} (\S+)$/gm)].map(([, what, seconds]) => [what ?? '', Number(seconds)]))
  await numberAll()
  await sealAll()
  expect(await told()).toMatchObject({ numbers: 0, witness: 0 })
  await recordAccess('engine', thresholdEntry({ verb: 'command', resource: 'engine', outcome: 'denied', reason: null, source: sourceOfTest() }))
  await loading((sql) => sql.query("INSERT INTO reconciliation_run (at, took_ms, allocations, workloads, orphans, phantoms, out_of_band, unit_mismatches, late_releases, corrected, off_by, differences) SELECT now() - interval '1 hour', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]' WHERE NOT EXISTS (SELECT FROM reconciliation_run)"))
  await loading((sql) => sql.query("INSERT INTO outbox (id, channel, kind, body, once, next_at) VALUES (gen_random_uuid(), 'event', 'request_waits', '{}', gen_random_uuid()::text, now() - interval '1 hour')"))
  const late = await told()
  expect([late.numbers, late.outbox, late.reconciliation].map((seconds) => Number(seconds) > 0)).toEqual([true, true, true])
  expect(late.outbox).toBeGreaterThanOrEqual(3_600)
  const off = async () => Number(/^bailiwick_clock_off_seconds (\S+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])
  expect(await off()).toBeLessThan(60)
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  const ready = async () => { const answer = await fetch(`${url}/ready`); return [answer.status, await answer.text()] }
  expect(await Promise.all([off(), ready()]).finally(() => vi.useRealTimers())).toEqual([expect.closeTo(3_600, -2), [503, expect.stringMatching(/^the clock is 3\d{3} seconds off the database’s\n$/)]])
  expect(await ready()).toEqual([200, 'ready\n'])
  await numberAll()
  expect((await told()).seal).toBeGreaterThan(0)
})
test('an envelope unwraps to what was wrapped', () => {
  const envelope = from(world.admin, create('same'))
  const { body, authorization } = wrap(key(), envelope)
  expect(unwrap(key(), body, authorization, new Date())).toEqual(envelope)
})
