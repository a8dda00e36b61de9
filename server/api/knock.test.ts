import { expect, test } from 'vitest'
import { bodyBytesMax, comesFromUs, depthOf, knock } from './knock'

const ours = 'https://console.example.test'
const json = { 'content-type': 'application/json' }
const status = async (path: string, init: RequestInit & { headers?: Record<string, string> }) => {
  const answered = await knock(new Request(`${ours}${path}`, { ...init, headers: { origin: ours, 'sec-fetch-site': 'same-origin', ...init.headers } }), ours)
  return answered instanceof Response ? answered.status : 'in'
}
const post = (body: string, headers: Record<string, string> = json, path = '/api/trpc/quotas.change') => status(path, { method: 'POST', body, headers })

test.each([
  ['our own page', { origin: ours, 'sec-fetch-site': 'same-origin' }, true, true],
  ['our own page, an older browser', { origin: ours }, true, true],
  ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }, false, false],
  ['another port of ours', { origin: `${ours}:8443`, 'sec-fetch-site': 'same-site' }, false, false],
  ['no origin, but the browser says it is another site', { 'sec-fetch-site': 'cross-site' }, false, false],
  ['a sandboxed frame', { origin: 'null' }, false, false],
  ['an address typed by hand', { 'sec-fetch-site': 'none' }, true, false],
  ['what says nothing', {}, true, false],
  ['a machine', { authorization: 'Bearer token' }, true, true],
  ['a machine that writes the scheme small', { authorization: 'bearer token' }, true, true],
  ['a scheme without a token', { authorization: 'Bearer ' }, true, false],
])('%s may read and change as the table says', (_says, headers, reads, changes) => {
  expect([comesFromUs(new Headers(headers as Record<string, string>), ours, false), comesFromUs(new Headers(headers as Record<string, string>), ours, true)]).toEqual([reads, changes])
})
test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/octet-stream', '', 'application/json, text/plain', 'text/plain; application/json'])('a change sent as %j does not come in', async (type) => {
  expect(await post('{}', { 'content-type': type })).toBe(415)
})
test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s does not come in', async (method) => { expect(await status('/api/trpc/quotas.change', { method })).toBe(405) })
test('ten thousand commas, batches and long addresses do not come in', async () => {
  expect(await post('{}', json, `/api/trpc/${','.repeat(10_000)}`)).toBe(400)
  expect(await post('{}', json, '/api/trpc/quotas.change,quotas.change')).toBe(400)
  expect(await post('{}', json, '/api/trpc/quotas.change%2Cquotas.change')).toBe(400)
  expect(await post('{}', json, '/api/trpc/quotas.change?batch=1')).toBe(400)
  expect(await status(`/api/trpc/quotas.list?input=${'x'.repeat(9000)}`, { method: 'GET' })).toBe(400)
})
test('a body is counted while it arrives, and deep ones are not parsed', async () => {
  expect(await post(`"${'x'.repeat(bodyBytesMax)}"`)).toBe(413)
  expect(await post('['.repeat(5000) + ']'.repeat(5000))).toBe(400)
  expect(await status(`/api/trpc/quotas.list?input=${encodeURIComponent('['.repeat(20))}`, { method: 'GET' })).toBe(400)
  expect(await post('{"tenant":"a"}')).toBe('in')
})
test.each([['{"a":[1,{"b":2}]}', 3], ['"[[[["', 0], ['{"a":"\\"[[["}', 1], ['', 0], [']]]][', 0]])('%s is %i deep', (text, depth) => { expect(depthOf(text)).toBe(depth) })
