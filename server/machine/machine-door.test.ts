/** What HTTP asks of the door, and idempotency: how it is asked, before anybody looks at what was asked. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { type Made, openMachine, tokenFor } from '~/server/testing/machines'
import { doorFor, makeWorld, type World } from '~/server/testing/world'
import { Problem } from './openapi'

let world: World
let machine: Awaited<ReturnType<typeof openMachine>>
let own: Made
beforeAll(async () => {
  world = await makeWorld()
  machine = await openMachine()
  own = await tokenFor(world.admin, ['allocations.create', 'allocations.list', 'allocations.release', 'namespaces.list'])
})
afterAll(async () => {
  await machine.close()
  await closeLanes()
  await closeDatabase()
})
const list = () => `/v1/tenants/${world.a}/namespaces`
const at = () => `/v1/tenants/${world.a}/allocations`
const wish = (name: string, more: object = {}) => ({ namespace: 'red', name, class: 'normal', pods: 1, each: { 'nvidia.com/gpu': '1' }, labels: { 'cost-center': 'test' }, purpose: 'For the test.', ...more })
const create = (name: string, key: string | null = randomUUID(), more: object = {}) => machine.ask({ method: 'POST', path: at(), secret: own.secret, key, body: wish(name, more) })
const live = async () => ((await machine.ask({ path: at(), secret: own.secret })).body.rows as { name: string }[]).map(({ name }) => name)

test('what was made has an address; what is left open is what the reference says; amounts are text and times are RFC 3339', async () => {
  const made = await create('first')
  expect(made).toMatchObject({ status: 201, body: { verdict: 'admit' } })
  expect(made.headers.get('location')).toBe(`${at()}/${made.body.allocation}`)
  expect(made.headers.get('content-type')).toBe('application/json')
  const [row] = (await machine.ask({ path: `${at()}?find=first`, secret: own.secret })).body.rows as { amounts: unknown; askedAt: string }[]
  expect(row?.amounts).toEqual([{ resource: 'nvidia.com/gpu', amount: '1' }])
  expect(row?.askedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})
test('the same key with the same body is answered as it was, with another body or another deed not at all, without one never', async () => {
  const key = randomUUID()
  const first = await create('once', key)
  expect(await create('once', key)).toMatchObject({ status: 201, text: first.text })
  expect(await create('once-more', key)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  expect(await machine.ask({ method: 'POST', path: `${at()}/${first.body.allocation}/release`, secret: own.secret, key })).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  for (const bad of [null, 'x', '', `${key} `]) expect(await create('never', bad)).toMatchObject(bad === `${key} ` ? { status: 422 } : { status: 400, body: { fields: [{ field: 'Idempotency-Key' }] } })
  expect((await live()).filter((name) => ['once', 'once-more', 'never'].includes(name))).toEqual(['once'])
})
test('a key is the same one however its letters are written, as some programs write them large', async () => {
  const large = randomUUID().toUpperCase()
  const first = await create('large', large)
  for (const again of [large, large.toLowerCase()]) expect(await create('large', again)).toMatchObject({ status: 201, text: first.text })
  const small = randomUUID()
  const second = await create('small', small)
  expect(await create('small', small.toUpperCase())).toMatchObject({ status: 201, text: second.text })
})
test('an allocation is the same one however its id is written', async () => {
  const { body: { allocation } } = await create('written')
  const written = `${at()}/${String(allocation).toUpperCase()}`
  expect(await machine.ask({ method: 'POST', path: `${written}/release`, secret: own.secret, key: randomUUID() })).toMatchObject({ status: 200, body: { allocation, state: 'released' } })
})
test('the scheme is the same one however it is written', async () => {
  for (const scheme of ['bearer', 'BEARER', 'Bearer ']) expect(await machine.ask({ path: list(), headers: { authorization: `${scheme} ${own.secret}` } })).toMatchObject({ status: 200 })
})
test('ten at once with one key are one', async () => {
  const key = randomUUID()
  const told = await Promise.all(Array.from({ length: 10 }, () => create('rush', key)))
  expect(new Set(told.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect((await live()).filter((name) => name === 'rush')).toHaveLength(1)
})
test('released twice is released once, and says so', async () => {
  const { body: { allocation } } = await create('short')
  const release = () => machine.ask({ method: 'POST', path: `${at()}/${allocation}/release`, secret: own.secret, key: randomUUID() })
  expect(await release()).toMatchObject({ status: 200, body: { state: 'released', repeats: false } })
  expect(await release()).toMatchObject({ status: 200, body: { state: 'released', repeats: true } })
})

test('a method that is none is told which are', async () => {
  const denied = { status: 405, body: { code: 'method_not_allowed', type: '/v1#method_not_allowed' } }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect([method, await machine.ask({ method, path: list(), secret: own.secret })]).toMatchObject([method, denied])
  expect((await machine.ask({ method: 'DELETE', path: at() })).headers.get('allow')).toBe('POST, GET, HEAD, OPTIONS')
  expect((await machine.ask({ path: `${at()}/preview/`, secret: own.secret })).status).toBe(404)
  expect(await machine.ask({ path: '/v1/nothing' })).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
test('OPTIONS says what there is and lets no other origin in; HEAD is GET without its body', async () => {
  const { status, headers } = await machine.ask({ method: 'OPTIONS', path: list(), headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' } })
  expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  const got = await machine.ask({ path: list(), secret: own.secret, headers: { origin: 'https://evil.example' } })
  for (const told of [headers, got.headers]) expect([...told.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  expect(await machine.ask({ method: 'HEAD', path: list(), secret: own.secret })).toMatchObject({ status: 200, text: '' })
  expect((await machine.ask({ method: 'HEAD', path: list() })).status).toBe(401)
})
test('whoever takes no JSON gets none, and whoever takes anything gets it', async () => {
  for (const accept of ['text/html', 'application/xml', 'application/json;q=0', '*/*, application/json;q=0.0', 'application/problem+json']) expect([accept, await machine.ask({ path: list(), secret: own.secret, headers: { accept } })]).toMatchObject([accept, { status: 406, body: { code: 'not_acceptable' } }])
  for (const accept of ['*/*', 'application/*', 'application/json', 'text/html, application/json;q=0.1', 'application/problem+json, application/json']) expect([accept, (await machine.ask({ path: list(), secret: own.secret, headers: { accept } })).status]).toEqual([accept, 200])
})
test('what is sent is JSON, as it is, and not too much of it', async () => {
  const post = (headers: Record<string, string>, text = JSON.stringify(wish('never'))) => machine.ask({ method: 'POST', path: at(), secret: own.secret, key: randomUUID(), text, headers })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'application/jsonx']) expect([type, await post({ 'content-type': type })]).toMatchObject([type, { status: 415, body: { code: 'not_json' } }])
  expect((await post({ 'content-encoding': 'gzip' })).status).toBe(415)
  expect(await post({}, JSON.stringify(wish('never', { pod: 'x'.repeat(70_000) })))).toMatchObject({ status: 413, body: { code: 'too_large' } })
  expect((await post({ 'content-type': 'application/json; charset=utf-8' })).status).toBe(201)
})
test('a body without a length is counted as it comes', async () => {
  const answer = await new Promise<string>((told) => {
    const socket = connect(machine.port, '127.0.0.1')
    let text = ''
    socket.on('data', (part) => { text += part }).on('close', () => told(text)).on('error', () => told(text))
    socket.write(`POST ${at()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.secret}\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`)
    for (let at = 0; at < 80; at++) socket.write(`400\r\n${'x'.repeat(1024)}\r\n`)
    setTimeout(() => socket.end(), 500)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
})
test('whoever hangs up in the middle of what they send is no fault that somebody need look at', async () => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  for (let times = 0; times < 3; times++) {
    const socket = connect(machine.port, '127.0.0.1', () => socket.write(`POST ${at()} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"`, () => setTimeout(() => socket.destroy(), 100)))
    await once(socket, 'close')
  }
  expect(await live()).toEqual(expect.any(Array))
  vi.restoreAllMocks()
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
/** What is written to a connection, and all that comes back until it is closed or has nothing more. */
const written = (text: string) => new Promise<string>((told) => {
  const socket = connect(machine.port, '127.0.0.1', () => socket.write(text))
  let answer = ''
  socket.setTimeout(1_000, () => socket.destroy())
  socket.on('data', (part) => { answer += part }).on('close', () => told(answer)).on('error', () => told(answer))
})
test.each<[string, () => string, number, string]>([
  ['no HTTP', () => 'SSH-2.0-x\r\n\r\n', 400, 'not_http'], ['half of an address', () => 'GET v1 HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'not_http'], ['no host', () => `GET ${list()} HTTP/1.1\r\n\r\n`, 400, 'not_http'], ['no host, as one did of old', () => `GET ${list()} HTTP/1.0\r\n\r\n`, 400, 'not_http'], ['a host that is none', () => `GET ${list()} HTTP/1.1\r\nHost: a/b?c\r\n\r\n`, 400, 'not_http'],
  ['two lengths', () => `POST ${at()} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400, 'not_http'], ['no end of headers', () => `GET ${list()} HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['an address that is too long', () => `GET ${list()}?find=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'], ['something else to expect', () => `GET ${list()} HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n`, 401, 'not_signed_in'],
])('whoever sends %s is told so by a problem like every other', async (_what, text, status, code) => {
  const answer = await written(text())
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`))
  const headers = new Map(head.split('\r\n').slice(1).map((line) => [line.split(': ')[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]))
  expect(Problem.parse(JSON.parse(body))).toMatchObject({ status, code, reference: headers.get('x-bailiwick-reference') })
  expect([headers.get('content-type'), headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['application/problem+json', 'no-store', 'nosniff'])
})
test('what was asked before something that is no HTTP is answered to its end, and nothing else is', async () => {
  const ask = `GET ${list()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.secret}\r\n\r\n`
  const answer = await written(`${ask}${ask}SSH-2.0-x\r\n\r\n`)
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  expect(answer).toMatch(/\}$/)
})
test('whatever is wrong with a body is said of the field that it is about, in words of ours', async () => {
  for (const [more, field, says] of [[{ extra: 1 }, 'body', 'has no extra'], [{ each: { CPU: '1' } }, 'each.CPU', 'is the name of a resource, such as cpu or nvidia.com/gpu'], [{ waits: 'yes' }, 'waits', 'is true or false']] as const) expect(await create('never', randomUUID(), more)).toMatchObject({ status: 400, body: { fields: [{ field, says }] } })
})
test('a parameter is said once, and is one that there is', async () => {
  for (const [query, field] of [['limit=2&limit=3', 'limit'], ['limit=0', 'limit'], ['limit=51', 'limit'], ['limit=x', 'limit'], ['cursor=%00', 'cursor'], ['cursor=AAAA', 'cursor'], ['sort=secret', 'sort'], ['descending=1', 'descending'], ['before=AAAA', 'before']] as const) {
    expect([query, await machine.ask({ path: `${list()}?${query}`, secret: own.secret })]).toMatchObject([query, { status: 400, body: { code: 'bad_input', fields: [{ field }] } }])
  }
})
test('every answer says that it is nobody’s to keep, to guess at or to frame, and carries its reference', async () => {
  for (const path of [list(), '/nowhere', '/v1/tenants/%E0%A4%A/namespaces']) {
    const { headers } = await machine.ask({ path, secret: own.secret })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-bailiwick-reference')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('set-cookie')).toBeNull()
  }
})
test('what can be asked, anybody may read: for people under a policy that runs nothing, for programs as it is', async () => {
  const page = await machine.ask({ path: '/v1' })
  expect([page.status, page.headers.get('content-type'), page.headers.get('content-security-policy')]).toEqual([200, 'text/html; charset=utf-8', expect.stringMatching(/^default-src 'none'; style-src 'sha256-[^']+'; /)])
  expect((await machine.ask({ path: '/v1/openapi.json' })).body).toMatchObject({ openapi: '3.1.1', info: { title: 'Bailiwick' } })
  for (const path of ['/v1', '/v1/openapi.json']) {
    expect(await machine.ask({ method: 'HEAD', path })).toMatchObject({ status: 200, text: '' })
    expect(await machine.ask({ method: 'POST', path, body: {} })).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
  }
})
test('a token that is revoked is nobody’s at the next call, however many are asking', async () => {
  const { secret, token } = await tokenFor(world.admin, ['namespaces.list'])
  const ask = () => machine.ask({ path: list(), secret })
  const asking = Array.from({ length: 20 }, ask)
  await Promise.all(asking)
  expect(await (await doorFor(world.admin)).tokens.revoke({ token })).toMatchObject({ ok: true })
  expect((await Promise.all(Array.from({ length: 20 }, ask))).map(({ status }) => status)).toEqual(Array(20).fill(401))
})
