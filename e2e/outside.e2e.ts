/** What arrives without a page of ours: headers that claim to be from inside, malformed requests, every procedure with every bad body. Never a 500, never in. */
import { request as rawRequest } from 'node:http'
import { expect, request, test } from '@playwright/test'
import { actions } from '../server/authorization/actions'
import { assert, demoCredentialId } from '../server/demo/authenticator'
import { address as baseURL } from './address'
import { startAlone } from './alone'
import { people, signIn } from './people'
import credentials from '../prisma/seed/credentials.json' with { type: 'json' }

const pages = ['/', '/tenants/aurora', '/tenants/aurora/quotas', '/tenants/aurora/namespaces', '/tenants/aurora/members', '/tenants/aurora/audit', '/platform', '/platform/audit', '/you/sessions']
const claims: Record<string, string>[] = [
  {}, { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' }, { 'x-middleware-subrequest': 'src/middleware' }, { 'x-bailiwick-source': '127.0.0.1', 'x-bailiwick-reference': 'x' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' }, { 'x-nextjs-data': '1' }, { rsc: '1', 'next-router-prefetch': '1' }, { 'next-action': 'a'.repeat(40) },
]
const all = Object.entries(actions)
/** One procedure of each sort: what is the same for all of a sort has one reader and one guard, and one shows it. */
const ofEachSort = new Set(new Map([...all].reverse().map(([action, spec]) => [JSON.stringify({ ...spec, roles: null }), action])).values())
/** A stream has begun, with 200, before it can say anything: its no is its first and last word. */
const statusOf = (status: number, type: string | null | undefined, text: string): number => (type?.startsWith('text/event-stream') && text.includes('event: serialized-error') ? 400 : status)

// 307: Next sends what claims to be its own router once around, to the same door. Without a claim every procedure is asked, with each one of each sort.
test('no claim in a header opens a page or a procedure', async () => {
  const outside = await request.newContext({ baseURL, maxRedirects: 0 })
  for (const [claim, headers] of claims.entries()) {
    for (const page of pages) {
      const response = await outside.get(page, { headers })
      expect([page, headers, response.status()]).toEqual([page, headers, expect.not.stringMatching(/^5/)])
      expect(await response.text()).not.toMatch(/Northwind|ada@aurora|nvidia\.com/)
    }
    for (const [action, { effect, on }] of claim === 0 ? all : all.filter(([name]) => ofEachSort.has(name))) {
      const own = { ...headers, origin: baseURL, 'content-type': 'application/json' }
      const response = effect === 'write' ? await outside.post(`/api/trpc/${action}`, { headers: own, data: '{}' }) : await outside.get(`/api/trpc/${action}?input=${encodeURIComponent('{"tenant":"aurora"}')}`, { headers: own })
      const status = statusOf(response.status(), response.headers()['content-type'], await response.text())
      // What is asked before anybody is known is answered to anybody, and lets nobody in.
      const isNo = on === 'threshold' ? [200, 307, 400].includes(status) : [307, 400, 401].includes(status)
      expect([action, headers, isNo, response.headers()['set-cookie'] ?? '']).toEqual([action, headers, true, ''])
    }
  }
  await outside.dispose()
})

/** Signed in as a browser does, but by hand, so that every header can be chosen. Playwright's own jar keeps Secure cookies for https only. */
async function cookiesOf(baseURL: string, headers: Record<string, string> = {}, before = ''): Promise<string> {
  const jar = new Map(before.split('; ').filter(Boolean).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${baseURL}${path}`, { redirect: 'manual', ...init, headers: { ...headers, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), ...(init.headers as Record<string, string>) } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      expect(line).toMatch(/^__Host-bailiwick\.\w+=.*Path=\/; .*HttpOnly.*Secure.*SameSite=Lax|^__Host-bailiwick\.\w+=.*Path=\/.*HttpOnly; Secure; SameSite=Lax/i)
      jar.set(name, value)
    }
    return response
  }
  const post = async (step: string, input: unknown) => {
    const response = await send(`/api/trpc/signIn.${step}`, { method: 'POST', body: JSON.stringify(input), headers: { 'content-type': 'application/json', origin: baseURL } })
    return ((await response.json()) as { result: { data: { value: { options: Parameters<typeof assert>[0] } } } }).result.data.value
  }
  const { options } = await post('challenge', {})
  await post('withPasskey', { assertion: await assert(options, { key: credentials.passkey, credentialId: await demoCredentialId(people.Bo.email), origin: baseURL }) })
  expect([...jar.keys()]).toContain('__Host-bailiwick.session')
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

test('a call that does not come from our own page changes nothing, whatever else is right about it', async () => {
  const cookie = await cookiesOf(baseURL)
  const froms: Record<string, string>[] = [
    { origin: 'http://localhost:1' }, { origin: 'https://evil.test' }, { origin: 'null' }, {}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'none' },
    { origin: baseURL, 'sec-fetch-site': 'cross-site' }, { referer: `${baseURL}/tenants/borealis/namespaces` },
  ]
  for (const [at, from] of froms.entries()) {
    const body = JSON.stringify({ tenant: 'borealis', name: `elsewhere-${at}`, title: 'Elsewhere', environment: 'development', costCentre: null, owner: null, isolation: null, podSecurity: null, labels: {} })
    const response = await fetch(`${baseURL}/api/trpc/namespaces.create`, { method: 'POST', body, headers: { cookie, 'content-type': 'application/json', ...from } })
    expect([from, response.status]).toEqual([from, 403])
  }
})

/** Every body goes to one procedure of each sort, because a sort has one reader; to all others those that get as far as what is their own, and one by the method that is not theirs. That no field takes what it may not is tried without a door (server/api/bad-input.test.ts). */
test('every procedure answers bad bodies with a clear no', async () => {
  test.setTimeout(900_000)
  const cookie = await cookiesOf(baseURL)
  const deep = '['.repeat(5000) + ']'.repeat(5000)
  const bodies = ['', 'x', 'null', '[]', '7', '"x"', '{', '{"a":1}{', deep, '{"tenant":{"$gt":""}}', '{"tenant":["aurora"]}', '{"tenant":"borealis","__proto__":{"x":1}}', '{"tenant":"borealis","tenant":"aurora"}',
    `{"tenant":"${'x'.repeat(60_000)}"}`, `"${'x'.repeat(1_000_000)}"`, '{"tenant":"\\u0000"}', '{"tenant":"\\ud800"}', '{"json":{"tenant":"borealis"}}', '{"0":{"tenant":"borealis"}}', '\ufeff{}', '{"tenant":"aurora"}']
  const few = ['x', '[]', '{"tenant":{"$gt":""}}', '{"tenant":"borealis","__proto__":{"x":1}}', '{"tenant":"\\u0000"}', '{"tenant":"aurora"}']
  // By another type than JSON the body is not even read, so a few bodies say what all would.
  const others = ['text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream'].flatMap((type) => ['x', '{"tenant":"aurora"}', '\ufeff{}'].map((body) => [body, type] as const))
  for (const [action, spec] of all) {
    const isRead = spec.effect === 'read'
    const isFirst = ofEachSort.has(action)
    const [sent, inAddress] = isFirst ? [bodies, bodies] : isRead ? [few.slice(0, 1), few] : [few, few.slice(0, 1)]
    const asked = [...sent.map((body) => [body, 'application/json'] as const), ...(isRead ? [] : isFirst ? others : others.slice(0, 1))]
    await Promise.all(asked.map(async ([body, type]) => {
      const init = { method: 'POST', body, headers: { cookie, origin: baseURL, 'content-type': type, 'sec-fetch-site': 'same-origin' } }
      const status = await fetch(`${baseURL}/api/trpc/${action}`, init).then(async (response) => {
        const text = await response.text()
        expect(text).not.toMatch(/prisma|select .* from|node_modules|\/server\/|\bat \w+ \(/i)
        return statusOf(response.status, response.headers.get('content-type'), text)
      }, () => 413)
      // With a mark before it that readers of JSON may skip, nothing is asked: of what takes nothing, that is right.
      const isRight = status === 200 && body === '\ufeff{}' && type === 'application/json'
      expect([action, body.slice(0, 40), type, isRight || [400, 403, 404, 405, 413, 415].includes(status)]).toEqual([action, body.slice(0, 40), type, true])
    }))
    await Promise.all(inAddress.filter((body) => body.length < 4000 && body !== '').map(async (input) => {
      const response = await fetch(`${baseURL}/api/trpc/${action}?input=${encodeURIComponent(input)}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
      expect([action, input, response.status < 500]).toEqual([action, input, true])
    }))
  }
})
test('ten thousand commas, long and broken addresses, and odd methods get a clear no', async () => {
  const cookie = await cookiesOf(baseURL)
  for (const path of [`/api/trpc/${','.repeat(10_000)}`, `/api/trpc/${'quotas.list,'.repeat(100)}?batch=1`, '/api/trpc/quotas.list?batch=1&input=%7B%7D', '/api/trpc/', '/api/trpc/constructor', '/api/trpc/__proto__', '/api/trpc/quotas', '/api/trpc/quotas.list.change',
    '/tenants/%00', '/tenants/%E0%A4%A', `/tenants/${'x'.repeat(3000)}`, '/tenants/..%2f..%2fetc', '/tenants/aurora/audit?stream=x&before=-1', '/tenants/aurora/audit?before=99999999999999999999', '/tenants/borealis/audit?stream=deed&tab=access']) {
    const response = await fetch(`${baseURL}${path}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' }, redirect: 'manual' })
    expect([path.slice(0, 60), response.status < 500]).toEqual([path.slice(0, 60), true])
    if (path.includes(',') || path.includes('batch')) expect([400, 414]).toContain(response.status)
  }
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE']) {
    const status = await new Promise((done) => rawRequest(`${baseURL}/api/trpc/quotas.list`, { method, headers: { cookie } }, (response) => { response.resume(); done(response.statusCode) }).on('error', () => done(400)).end())
    expect([method, Number(status) >= 400 && Number(status) < 500]).toEqual([method, true])
  }
})
test('malformed cookies and headers are nobody’s, not a fault', async () => {
  for (const cookie of ['__Host-bailiwick.session=', '__Host-bailiwick.session=x', `__Host-bailiwick.session=${'a.'.repeat(200)}`, '__Host-bailiwick.session=%E0%A4%A', '=;;;=', `__Host-bailiwick.session=${'x'.repeat(6000)}`]) {
    for (const path of ['/', '/tenants/aurora/quotas', '/api/trpc/identity.places?input=%7B%7D', '/api/auth/session']) {
      const response = await fetch(`${baseURL}${path}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' }, redirect: 'manual' })
      expect([cookie.slice(0, 40), path, response.status < 500]).toEqual([cookie.slice(0, 40), path, true])
    }
  }
  for (const [name, value] of [['x-step-up', 'x'.repeat(5000)], ['idempotency-key', 'not a uuid'], ['content-type', ';;;'], ['accept', 'x'.repeat(3000)], ['user-agent', 'x'.repeat(5000)], ['trpc-accept', 'x'], ['x-trpc-source', "' OR 1=1"]]) {
    const response = await fetch(`${baseURL}/api/trpc/namespaces.create`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', origin: baseURL, [name as string]: value as string } })
    expect([name, response.status < 500]).toEqual([name, true])
  }
})
test('an address that a client claims is not the address that is kept', async ({ page }) => {
  await cookiesOf(baseURL, { 'x-forwarded-for': '6.6.6.6', 'x-real-ip': '6.6.6.6', forwarded: 'for=6.6.6.6', 'x-bailiwick-source': '6.6.6.6' })
  await signIn(page, 'Bo')
  await page.goto('/you/sessions')
  await expect(page.getByRole('table')).toContainText('127.0.0.1')
  await expect(page.locator('body')).not.toContainText('6.6.6.6')
})
test('the browser is not told its session token, and nothing is kept in a cache', async ({ page }) => {
  await signIn(page, 'Bo')
  const session = await page.evaluate(() => fetch('/api/auth/session').then((response) => response.text()))
  expect(Object.keys(JSON.parse(session))).toEqual(['expires'])
  expect(await page.evaluate(() => document.cookie)).toBe('')
  for (const path of ['/tenants/borealis/quotas', '/api/trpc/identity.places?input=%7B%7D', '/you/sessions']) {
    expect([path, (await page.evaluate((url) => fetch(url).then((response) => response.headers.get('cache-control')), path))]).toEqual([path, expect.stringContaining('no-store')])
  }
})
test('after signing out, going back shows nothing', async ({ page }) => {
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/quotas')
  await page.getByRole('button', { name: people.Bo.name }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/sign-in/)
  await page.goBack()
  await expect(page.getByLabel('Password')).toBeVisible()
  await expect(page.locator('body')).not.toContainText('nvidia')
})

const places = (cookie: string) => fetch(`${baseURL}/api/trpc/identity.places?input=%7B%7D`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } }).then(({ status }) => status)
test('a session cookie that somebody kept is worth nothing once its owner has signed out', async ({ page, context }) => {
  await signIn(page, 'Bo')
  const kept = await context.cookies()
  const cookie = kept.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await places(cookie)).toBe(200)
  await page.getByRole('button', { name: people.Bo.name }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/sign-in/)
  expect(await places(cookie)).toBe(401)
  await context.addCookies(kept)
  await page.goto('/tenants/borealis/quotas')
  await expect(page.getByLabel('Password')).toBeVisible()
})
test('whoever signs in again in the same browser leaves no earlier session behind, and gets another token', async () => {
  const first = await cookiesOf(baseURL)
  expect(await places(first)).toBe(200)
  const second = await cookiesOf(baseURL, {}, first)
  expect(second).not.toBe(first)
  expect([await places(first), await places(second)]).toEqual([401, 200])
})

test('a flood from one address is told to wait, and whoever is signed in is shown their page meanwhile', async () => {
  const { address, stop } = await startAlone({ PAGE_RATE: '20', STRANGER_RATE: '20' })
  const cookie = await cookiesOf(baseURL)
  const flood = Promise.all(Array.from({ length: 200 }, () => fetch(`${address}/sign-in`).then(async (response) => ({ text: await response.text(), status: response.status, after: response.headers.get('retry-after') }))))
  const page = await fetch(`${address}/tenants/borealis/quotas`, { headers: { cookie } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('nvidia.com/gpu')])
  const told = (await flood).filter(({ status }) => status === 429)
  expect(told.length).toBeGreaterThan(100)
  expect(new Set(told.map(({ after, text }) => `${after} ${text}`))).toEqual(new Set(['1 More is asked at once than is answered here. Wait a moment, and ask again.\n']))
  await stop()
})
