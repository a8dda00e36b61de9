/** What every answer carries, and what no question gets past: asked of the product as it runs, over bare sockets where a browser would be too polite. */
import { request as ask } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from '@playwright/test'

const base = new URL(process.env.BASE_URL ?? 'http://localhost:4710')

type Asked = { method?: string; path?: string; headers?: Record<string, string | string[]>; body?: string | Buffer; chunks?: Buffer[] }
type Told = { status: number; headers: Record<string, string | string[] | undefined>; text: string }
function tell({ method = 'GET', path = '/sign-in', headers = {}, body, chunks }: Asked): Promise<Told> {
  return new Promise((told, failed) => {
    const question = ask({ host: '127.0.0.1', port: base.port, method, path, headers: { host: base.host, ...headers }, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => { text += part })
      answer.on('end', () => told({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    question.on('error', failed)
    for (const chunk of chunks ?? []) question.write(chunk)
    question.end(body)
  })
}
function raw(text: string): Promise<string> {
  return new Promise((told) => {
    let answer = ''
    const socket = connect(Number(base.port), '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (part) => { answer += part }).on('close', () => told(answer)).on('error', () => told(answer))
    setTimeout(() => socket.destroy(), 30_000).unref()
  })
}
const nonceOf = (policy: unknown) => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? ''

test('every answer, also one that refuses, carries the policy and may not be kept', async () => {
  for (const asked of [{}, { path: '/nowhere' }, { path: '/api/trpc/nothing' }, { path: '/a%00' }, { headers: { host: 'evil.example' } }, { method: 'PUT' }]) {
    const { headers } = await tell(asked)
    expect(headers['content-security-policy'], JSON.stringify(asked)).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
    expect(headers).toMatchObject({
      'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['x-bailiwick-reference']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers).not.toHaveProperty('x-powered-by')
  }
})

test('a window that asks whether anybody answers has nothing read for it: a page is not made, nor recorded as looked at', async () => {
  for (const path of ['/tenants/aurora/audit', '/nowhere', '/api/exports?form=csv']) {
    const { status, headers, text } = await tell({ method: 'HEAD', path, headers: { rsc: '1' } })
    expect([status, headers.location, headers['cache-control'], text], path).toEqual([204, undefined, 'no-store', ''])
  }
})

test('each answer has a nonce of its own, and every script and style of the page carries it', async () => {
  const [one, two] = [await tell({}), await tell({})]
  const nonce = nonceOf(one.headers['content-security-policy'])
  expect(nonce).toHaveLength(24)
  expect(nonceOf(two.headers['content-security-policy'])).not.toBe(nonce)
  const tags = one.text.match(/<(script|style)\b[^>]*>/g) ?? []
  expect(tags.length).toBeGreaterThan(3)
  for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`)
})

test('a hashed file may be kept, one that is not there may not', async () => {
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec((await tell({})).text)?.[1] ?? ''
  expect((await tell({ path: script })).headers['cache-control']).toContain('immutable')
  const missing = await tell({ path: '/_next/static/chunks/nothing.js' })
  expect(missing).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } })
})

test('pages break no rule of their policy, and a string does not become code', async ({ page }) => {
  const violations: string[] = []
  await page.exposeFunction('report', (what: string) => violations.push(what))
  await page.addInitScript(() => {
    const { report } = globalThis as unknown as { report: (what: string) => void }
    document.addEventListener('securitypolicyviolation', (event) => report(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`))
  })
  for (const path of ['/sign-in', '/nowhere']) await page.goto(path, { waitUntil: 'networkidle' })
  expect(violations).toEqual([])
  await page.goto('/sign-in', { waitUntil: 'networkidle' })
  const tried = await page.evaluate(() => {
    const attempt = (work: () => void) => {
      try {
        work()
        return 'done'
      } catch {
        return 'refused'
      }
    }
    const script = document.createElement('script')
    return [
      attempt(() => { document.body.innerHTML = '<img src=x onerror=alert(1)>' }),
      attempt(() => { script.src = 'https://evil.example/a.js' }),
      attempt(() => { script.src = '/api/trpc/a.js' }),
      attempt(() => { script.text = 'alert(1)' }),
    ]
  })
  expect(tried).toEqual(['refused', 'refused', 'refused', 'refused'])
  await expect.poll(() => violations.length).toBeGreaterThan(0)
})

test('a foreign name, a foreign method, a page sent a form, a path that lies: refused in one line', async () => {
  for (const [asked, status] of [
    [{ headers: { host: 'evil.example' } }, 421], [{ headers: { host: '127.0.0.1' } }, 421], [{ method: 'PUT' }, 405], [{ method: 'TRACE' }, 405], [{ method: 'OPTIONS' }, 405],
    [{ method: 'POST', body: 'a=1' }, 405], [{ path: '/%00' }, 400], [{ path: '/%' }, 400], [{ path: '/%c0%af' }, 400], [{ path: '//evil.example/%2e%2e' }, 400],
    [{ path: '/a/..%2f..%2fetc' }, 400], [{ path: `/${'a'.repeat(6000)}` }, 414], [{ headers: { 'next-router-state-tree': 'x', rsc: '1' } }, 400],
  ] as const) {
    const told = await tell(asked)
    expect(told.status, JSON.stringify(asked).slice(0, 80)).toBe(status)
    expect(told.text.split('\n').length).toBeLessThanOrEqual(2)
  }
})

test('no header that a stranger makes up turns an answer into a fault', async () => {
  const names = [
    'rsc', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-router-state-tree', 'next-url', 'next-action', 'next-hmr-refresh', 'x-nextjs-data', 'x-nextjs-postponed', 'next-resume', 'x-middleware-subrequest',
    'x-middleware-rewrite', 'x-matched-path', 'x-now-route-matches', 'x-invoke-path', 'cookie', 'accept', 'accept-encoding', 'accept-language', 'range', 'if-none-match', 'if-modified-since', 'content-type', 'origin',
    'referer', 'authorization', 'user-agent', 'expect', 'te', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for', 'forwarded', 'purpose', 'sec-fetch-site', 'x-step-up',
  ]
  const values = ['', '1', '%', '%00', '{"a":', '[[[[', '__proto__', '../../etc/passwd', "' or 1=1", 'a'.repeat(8000), '/%ff', 'middleware:middleware:middleware', 'http://evil.example', '\u00ff']
  for (const name of names) {
    await Promise.all(values.map(async (value) => {
      const { status, headers } = await tell({ path: '/', headers: { [name]: value } })
      expect(status, `${name}: ${value.slice(0, 40)}`).toBeLessThan(500)
      expect(String(headers.location ?? ''), `${name}: ${value.slice(0, 40)}`).not.toContain('evil.example')
    }))
  }
})

test('a body above 64 KiB is refused, whether it says its size or not; one below arrives', async () => {
  const headers = { 'content-type': 'application/json', origin: base.origin, 'sec-fetch-site': 'same-origin' }
  const post = { method: 'POST', path: '/api/trpc/signIn.challenge', headers }
  expect((await tell({ ...post, body: Buffer.alloc(65_537, 32) })).status).toBe(413)
  expect((await tell({ ...post, body: Buffer.alloc(1_000_000, 32) })).status).toBe(413)
  expect((await tell({ ...post, headers: { ...headers, 'transfer-encoding': 'chunked' }, chunks: Array.from({ length: 9 }, () => Buffer.alloc(8_000, 32)) })).status).toBe(413)
  const small = await tell({ ...post, headers: { ...headers, 'transfer-encoding': 'chunked' }, chunks: [Buffer.from('{'), Buffer.from('}')] })
  expect(small.status).toBe(200)
})

test('what is not HTTP gets a bare answer and the end of the connection', async () => {
  const { host } = base
  expect(await raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n$/)
  // Behind what was asked it waits for that answer, and the connection goes with it.
  expect((await raw(`GET /sign-in HTTP/1.1\r\nHost: ${host}\r\n\r\nnonsense\r\n\r\n`)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  expect(await raw(`GET /sign-in HTTP/1.1\r\nHost: ${host}\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /)
  expect(await raw(`GET /sign-in HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 4(00|21) /)
  expect(await raw(`GET http://evil.example/sign-in HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /)
  expect(await raw(`POST /api/trpc/a HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /)
  expect(await raw(`GET /sign-in HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n\r\n`)).not.toMatch(/^HTTP\/1.1 (101|5)/)
})

test('health and metrics have a listener of their own, which answers to no other name', async () => {
  expect([(await tell({ path: '/health' })).status, (await tell({ path: '/metrics' })).status]).toEqual([404, 404])
  const metrics = new URL('/metrics', process.env.METRICS_ADDRESS)
  expect(await (await fetch(new URL('/health', metrics))).text()).toBe('ok\n')
  expect(await (await fetch(metrics)).text()).toContain('process_cpu_seconds_total')
  const foreign = await new Promise((told) => { ask({ host: '127.0.0.1', port: metrics.port, path: '/metrics', headers: { host: 'evil.example' } }, ({ statusCode }) => told(statusCode)).end() })
  expect(foreign).toBe(404)
})
