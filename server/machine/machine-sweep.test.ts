/** Every route, asked by everybody who may not, with everything that is no input; and that what it answers is what the browser's door answers. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { answerTrpc } from '~/server/api/http'
import { procedures } from '~/server/api/router'
import { specOf } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { serveEngine } from '~/server/engine/serve'
import { decideToken } from '~/server/tokens/decide-token'
import { badValues } from '~/server/testing/bad-values'
import { type Made, openMachine, sentBy, tokenFor } from '~/server/testing/machines'
import { numberAll, recordsOf } from '~/server/testing/records'
import { samples } from '~/server/testing/samples'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { answers } from './answers'
import { fieldsInPath, type Route, routes } from './routes'

let world: World
let machine: Awaited<ReturnType<typeof openMachine>>
let inputs: ReturnType<typeof samples>
let own: Made
const engine = serveEngine()
const actions = routes.map(({ action }) => action)
const inputFor = (route: Route) => inputs[route.action] as Readonly<Record<string, unknown>>
const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const)
beforeAll(async () => {
  world = await makeWorld()
  machine = await openMachine()
  inputs = samples(world)
  own = await tokenFor(world.admin, actions)
  await new Promise<void>((listening) => engine.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  await machine.close()
  await new Promise((closed) => engine.close(closed))
  await closeLanes()
  await closeDatabase()
})
afterEach(() => { vi.unstubAllEnvs() })

const problem = (status: number, code: string) => ({ status, body: expect.objectContaining({ type: `/v1#${code}`, status, code, title: expect.stringMatching(/^[A-Z].*\.$/), fix: expect.stringMatching(/^[A-Z].*\.$/), reference: expect.stringMatching(/^[0-9a-f-]{36}$/) }) })
/** What was decided and what there is. */
const counted = () => loading(async (sql) => (await sql.query('SELECT (SELECT count(*)::int FROM allocation WHERE organisation_id = $1) AS allocations, (SELECT sum(used[1])::text FROM account WHERE organisation_id = $1) AS used, (SELECT sum(deed_sequence)::int FROM account WHERE organisation_id = $1) AS deeds', [world.organisation])).rows[0])

test('every route is an action of its own that a machine may be let do, and needs nobody’s factor', () => {
  expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length)
  for (const { action, method, changes, path } of routes) {
    expect(procedures.map((one) => one.action)).toContain(action)
    expect([action, decideToken([action], [{ role: 'tenant_admin', tenant: 'a', namespace: null, until: null }], 0), 'stepUp' in specOf(action)]).toEqual([action, { ok: true }, false])
    expect([action, method]).toEqual([action, specOf(action).effect === 'write' ? 'POST' : 'GET'])
    expect([action, changes]).toEqual([action, method === 'POST' && action !== 'allocations.preview'])
    expect(path).toMatch(/^\/v1\/tenants\/\{tenant\}\//)
  }
})

describe('who may not', () => {
  test.each(named)('%s', async (_, route) => {
    const before = await counted()
    const sent = sentBy(route, inputFor(route))
    expect(await machine.ask(sent)).toMatchObject(problem(401, 'not_signed_in'))
    expect(await machine.ask({ ...sent, secret: 'x'.repeat(43) })).toMatchObject(problem(401, 'not_signed_in'))
    expect(await machine.ask({ ...sent, headers: { authorization: `Basic ${own.secret}` } })).toMatchObject(problem(401, 'not_signed_in'))
    expect(await machine.ask({ ...sent, headers: { authorization: `Bearer ${world.admin.token}` } })).toMatchObject(problem(401, 'not_signed_in'))
    expect(await machine.ask({ ...sent, headers: { cookie: `__Host-bailiwick.session=${world.admin.token}` } })).toMatchObject(problem(401, 'not_signed_in'))
    // Of what nobody sent nothing is looked at.
    for (const unread of [{ path: `${sent.path}?nothing=1` }, ...(route.method === 'POST' ? [{ text: '{' }, { text: '{"tenant":1}' }, { key: null }] : [])]) expect(await machine.ask({ ...sent, ...unread })).toMatchObject(problem(401, 'not_signed_in'))
    const foreign = await tokenFor(await world.person(`far-${randomUUID().slice(0, 8)}`, ['tenant_admin', world.b, null]), actions)
    expect(await machine.ask({ ...sent, secret: foreign.secret })).toMatchObject(problem(404, 'not_found'))
    const narrow = await tokenFor(world.admin, ['quotas.history', 'namespaces.read'].filter((action) => action !== route.action) as ['namespaces.read'])
    expect(await machine.ask({ ...sent, secret: narrow.secret })).toMatchObject({ status: 403, body: expect.objectContaining({ code: 'forbidden', permission: route.action }) })
    const revoked = await tokenFor(await world.person(`gone-${randomUUID().slice(0, 8)}`, ['tenant_admin', world.a, null]), actions)
    expect((await machine.ask({ ...sentBy(read, inputFor(read)), secret: revoked.secret })).status).toBe(200)
    await loading((sql) => sql.query('ALTER TABLE token NO FORCE ROW LEVEL SECURITY').then(() => sql.query('UPDATE token SET ended_at = now() WHERE id = $1', [revoked.token])).then(() => sql.query('ALTER TABLE token FORCE ROW LEVEL SECURITY')))
    expect(await machine.ask({ ...sent, secret: revoked.secret })).toMatchObject(problem(401, 'not_signed_in'))
    expect(await counted()).toEqual(before)
  })
  const read = routes.find(({ action }) => action === 'namespaces.list') as Route
  test('each was recorded, under its action and its reference', async () => {
    const { body: { reference } } = await machine.ask(sentBy(read, inputFor(read)))
    await numberAll()
    const denied = [...(await recordsOf(world.a, 'access')), ...(await recordsOf('platform', 'access'))].filter(({ entry }) => entry.outcome === 'denied')
    for (const action of actions) for (const reason of ['not_signed_in', 'not_found', 'forbidden']) {
      expect(denied.map(({ entry }) => `${entry.action.resource}.${entry.action.verb} ${entry.reason}`)).toContain(`${action} ${reason}`)
    }
    expect(denied.map(({ entry }) => entry.metadata.reference)).toContain(reference)
  })
  test('another tenant’s allocation under one’s own tenant is not there, and nor is one that never was', async () => {
    const { secret } = await tokenFor(world.stranger, actions)
    for (const route of routes.filter(({ path }) => path.includes('{allocation}'))) {
      for (const allocation of [world.allocation, randomUUID()]) {
        expect(await machine.ask({ ...sentBy(route, { ...inputFor(route), tenant: world.b, allocation }), secret })).toMatchObject(problem(404, 'not_found'))
      }
    }
  })
})

describe('what is no input', () => {
  test.each(named)('%s: no bad value in any field, no field that is not its own, and never a fault', async (_, route) => {
    const before = await counted()
    const good = inputFor(route)
    const inPath = fieldsInPath(route.path)
    for (const field of Object.keys(good)) for (const [name, value] of badValues) {
      // What JSON cannot say, nobody can send.
      if (typeof value === 'bigint' || value instanceof Date || (typeof value === 'number' && !Number.isFinite(value))) continue
      const inBody = route.method === 'POST' && !inPath.includes(field)
      if (!inBody && (typeof value !== 'string' || value.length > 1000)) continue
      if (inPath.includes(field) && (value === '' || value === ' ' || value === '\ud800')) continue
      // What is well said and refused, admission says; here it must be an answer.
      const { status, text } = await machine.ask({ ...sentBy(route, { ...good, [field]: value }), secret: own.secret })
      expect([field, name, status, text.slice(0, 200)]).toEqual([field, name, expect.toSatisfy((code: number) => code < 500), expect.any(String)])
      const isOne = (name === 'an object' && field === 'labels') || (name === 'a list' && ['models', 'claims'].includes(field)) || (name === 'true' && field === 'waits') || (value === null && field in route.unsaid)
      if (inBody && typeof value !== 'string' && !isOne) expect([field, name, status]).toEqual([field, name, 400])
    }
    for (const extra of ['tenantId', 'role', 'constructor', 'after', 'toString']) {
      const sent = sentBy(route, good)
      expect(await machine.ask({ ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}${extra}=x`, secret: own.secret })).toMatchObject({ status: 400, body: { code: 'bad_input', fields: [{ field: extra }] } })
      if (route.method === 'POST') expect(await machine.ask({ ...sent, body: { ...(sent.body as object | undefined), [extra]: 'x' }, secret: own.secret })).toMatchObject({ status: 400, body: { code: 'bad_input' } })
    }
    if (route.method === 'POST') {
      for (const text of ['null', '[]', '"x"', '7', '{', '{"a":1,"a":2}', `{"a":${'['.repeat(20)}${']'.repeat(20)}}`, '\ufeff{}', '{"tenant":"x"}']) {
        expect([text, (await machine.ask({ ...sentBy(route, good), text, secret: own.secret })).status]).toEqual([text, 400])
      }
    }
    const after = await counted()
    // A purpose may be any sentence: what was asked for well was decided well.
    if (!route.changes) expect(after).toEqual(before)
  })
})

describe('both doors', () => {
  async function atBrowsers(route: Route, input: unknown): Promise<unknown> {
    vi.stubEnv('ENGINE_URL', `http://127.0.0.1:${(engine.address() as AddressInfo).port}`)
    const isRead = specOf(route.action).effect === 'read'
    const at = `${process.env.PUBLIC_URL}/api/trpc/${route.action}`
    const headers = { authorization: `Bearer ${own.secret}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const response = await answerTrpc(new Request(isRead ? `${at}?input=${encodeURIComponent(JSON.stringify(input))}` : at, { method: isRead ? 'GET' : 'POST', headers, ...(isRead ? {} : { body: JSON.stringify(input) }) }))
    const { result, error } = (await response.json()) as { result?: { data: unknown }; error?: { data: { refusal: string } } }
    return error ? { denied: error.data.refusal } : result?.data
  }
  const without = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (key, held) => (/^(allocation|heldUntil|endsAt|previous|decision|auditId|reference|at|timestamp|sourceIP|userAgent|leaf|sequence|username|name|quota|title)$/.test(key) ? undefined : held))
  test.each(named)('%s answers alike, in the shape that is published', async (_, route) => {
    // Released once before, so that neither is the first.
    if (route.action === 'allocations.release') await (await doorFor(world.admin)).allocations.release(inputs['allocations.release'])
    const input = { ...inputFor(route), ...(route.action === 'allocations.create' ? { name: 'by-one-door' } : {}) }
    const [theirs, ours] = [await atBrowsers(route, input), await machine.ask({ ...sentBy(route, { ...input, ...(route.action === 'allocations.create' ? { name: 'by-the-other' } : {}) }), secret: own.secret })]
    const value = (theirs as { value?: unknown }).value
    if ((theirs as { ok?: boolean }).ok === false) {
      expect(ours.body).toMatchObject({ code: (theirs as { refusal: string }).refusal })
      return
    }
    expect(without(ours.body)).toEqual(without(value ?? theirs))
    expect(answers[route.answer].safeParse(ours.body).error?.issues).toBeUndefined()
  })
  test('an allocation, from its beginning to its end, in the shapes that are published', async () => {
    const at = `/v1/tenants/${world.a}/allocations`
    const { tenant, ...body } = { ...inputs['allocations.create'], name: 'whole-life' }
    const post = (path: string, sent?: object) => machine.ask({ method: 'POST', path, secret: own.secret, key: randomUUID(), body: sent })
    const { allocation } = answers.AllocationMade.parse((await post(at, body)).body)
    const moved = answers.AllocationChanged.parse((await post(`${at}/${allocation}/extend`, { endsAt: new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toISOString() })).body)
    const read = answers.AllocationWithDecisions.parse((await machine.ask({ path: `${at}/${allocation}`, secret: own.secret })).body)
    expect([read.allocation.endsAt, read.decisions.map(({ action }) => action), read.decisions[0]?.trace.length]).toEqual([moved.endsAt, ['allocations.create', 'allocations.extend'], expect.toSatisfy((lines: number) => lines > 3)])
    expect(answers.AllocationChanged.parse((await post(`${at}/${allocation}/release`)).body)).toMatchObject({ state: 'released', repeats: false })
    expect(answers.AllocationPreviewed.parse((await post(`${at}/preview`, { ...body, each: { 'nvidia.com/gpu': '6' }, pods: 2 })).body)).toMatchObject({ verdict: 'refuse', nearest: [{ change: 'fewer_devices', amount: '2', verdict: 'admit' }] })
  })
  test('a refusal and a denial are the same word', async () => {
    const [create] = routes.filter(({ action }) => action === 'allocations.create')
    if (!create) throw new Error('no such route')
    const wish = { ...inputs['allocations.create'], each: { 'nvidia.com/gpu': '8' }, name: 'too-much', pods: 1 }
    const told = await machine.ask({ ...sentBy(create, wish), secret: own.secret })
    expect(told).toMatchObject({ status: 409, body: { type: '/v1#allocations.create.quota_exceeded', code: 'quota_exceeded' } })
    expect(told.body.detail).toMatch(/^Quota exceeded: GPU limit 8, used \d, requested 8/)
    expect(await atBrowsers(create, wish)).toMatchObject({ ok: false, refusal: 'quota_exceeded' })
    expect(await atBrowsers(create, { ...wish, namespace: 'nowhere' })).toEqual({ denied: 'not_found' })
    expect((await machine.ask({ ...sentBy(create, { ...wish, namespace: 'nowhere' }), secret: own.secret })).body.code).toBe('not_found')
  })
  test('and the record says the same of both', async () => {
    const deeds = (await recordsOf(world.a, 'deed')).map(({ entry }) => entry).filter(({ action }) => action.verb === 'create' && action.resource === 'allocations')
    const [theirs, ours] = ['by-one-door', 'by-the-other'].map((name) => deeds.find(({ action }) => action.name === name))
    expect(theirs).toBeDefined()
    expect(without({ ...theirs, metadata: { ...theirs?.metadata }, context: { ...(theirs?.context as object) } })).toEqual(without({ ...ours, metadata: { ...ours?.metadata }, context: { ...(ours?.context as object) } }))
    expect(ours?.actor).toMatchObject({ userId: world.admin.id, onBehalfOf: `token ${own.token}` })
  })
  test('a list is the same read by pages of two', async () => {
    const create = await doorFor(world.admin)
    for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) await create.namespaces.create({ tenant: world.a, name, ...plainNamespace, title: name })
    const seen: string[] = []
    for (let path: string | null = `/v1/tenants/${world.a}/namespaces?limit=2`; path !== null; ) {
      const { body, headers } = await machine.ask({ path, secret: own.secret })
      const page = body as { rows: { name: string }[]; next: string | null }
      expect(page.rows.length).toBeLessThanOrEqual(2)
      seen.push(...page.rows.map(({ name }) => name))
      const link: string | undefined = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
      expect(link === undefined).toBe(page.next === null)
      path = link ?? null
    }
    expect(seen).toEqual(['blue', 'p1', 'p2', 'p3', 'p4', 'p5', 'red'])
  })
})
