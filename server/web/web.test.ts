import { expect, test } from 'vitest'
import { readProxies } from '~/server/settings/addresses'
import { refusal } from './gate'
import { answerHeaders, contentSecurityPolicy, mayBeKept, withoutInternal } from './headers'
import { sourceOf } from './source'

const { proxies } = readProxies('10.0.0.0/8, 192.168.1.5, fd00::/8')

test.each<[string, string | undefined, string | undefined, string]>([
  ['no proxy: the peer, whatever it claims', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['one proxy: the hop it saw', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a forged start of the chain', '10.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['two proxies', '10.0.0.1', '6.6.6.6, 203.0.113.9, 192.168.1.5', '203.0.113.9'],
  ['all trusted: the left-most', '10.0.0.1', '10.9.9.9, 192.168.1.5', '10.9.9.9'],
  ['a proxy that says nothing', '10.0.0.1', undefined, '10.0.0.1'],
  ['garbage in the chain is not passed over', '10.0.0.1', '203.0.113.9, <script>', '10.0.0.1'],
  ['a hop with a port', '10.0.0.1', '203.0.113.9:5555', '203.0.113.9'],
  ['a six in brackets with a port', 'fd00::1', '[2001:db8::7]:443', '2001:db8::7'],
  ['a four written as six', '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['a chain longer than proxies make', '10.0.0.1', `6.6.6.6,${'10.0.0.2,'.repeat(40)}10.0.0.3`, '10.0.0.2'],
  ['no peer', undefined, '203.0.113.9', 'unknown'],
])('source: %s', (_, peer, forwardedFor, source) => {
  expect(sourceOf(peer, forwardedFor, proxies)).toBe(source)
})

test('the policy lets no inline script, style, frame, plug-in or foreign form in', () => {
  const policy = contentSecurityPolicy('bm9uY2U=')
  for (const part of ["script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'", "style-src 'self' 'nonce-bm9uY2U='", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'", "require-trusted-types-for 'script'"]) {
    expect(policy.split('; ')).toContain(part)
  }
  expect(policy).not.toMatch(/unsafe|\*|http/)
})

test('https is remembered only where it is spoken', () => {
  expect(answerHeaders('x', false)).not.toHaveProperty('strict-transport-security')
  expect(answerHeaders('x', true)['strict-transport-security']).toContain('max-age=63072000')
})

test('only a hashed file that was found may be kept', () => {
  expect(mayBeKept('/_next/static/chunks/a.js', 200)).toBe(true)
  expect(mayBeKept('/_next/static/chunks/a.js', 404)).toBe(false)
  expect(mayBeKept('/tenants/aurora', 200)).toBe(false)
})

test('what only our own layers may say is taken out of a question', () => {
  const kept = { host: 'h', cookie: 'c', rsc: '1', 'next-router-state-tree': '[]', 'x-step-up': 's', accept: '*/*' }
  const lies = [
    'x-middleware-subrequest', 'x-middleware-rewrite', 'x-nextjs-data', 'x-nextjs-postponed', 'x-next-resume-state-length', 'next-resume', 'x-invoke-path', 'x-matched-path',
    'x-now-route-matches', 'x-bailiwick-source', 'x-bailiwick-reference', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'x-original-url', 'x-rewrite-url',
    'x-http-method-override', 'forwarded', 'content-security-policy', 'content-security-policy-report-only', 'x-prerender-revalidate',
  ]
  const headers: Record<string, string> = { ...kept, ...Object.fromEntries(lies.map((name) => [name, 'lie'])) }
  withoutInternal(headers)
  expect(headers).toEqual(kept)
})

const asks = (given: { method?: string; url?: string; headers?: Record<string, string> }) => {
  const headers = { host: 'localhost:4700', ...given.headers }
  return refusal({ method: given.method ?? 'GET', url: given.url ?? '/', headers, rawHeaders: Object.entries(headers).flat() }, 'http://localhost:4700')?.status ?? 'passes'
}
test.each<[string, Parameters<typeof asks>[0], number | 'passes']>([
  ['a page', { url: '/tenants/aurora?tab=a%20b' }, 'passes'],
  ['a call', { method: 'POST', url: '/api/trpc/quotas.change' }, 'passes'],
  ['another name', { headers: { host: 'evil.example' } }, 421],
  ['no name', { headers: { host: '' } }, 421],
  ['the name before the path', { method: 'PUT', url: '/%', headers: { host: 'evil.example' } }, 421],
  ['a deed by another method', { method: 'DELETE', url: '/api/trpc/x' }, 405],
  ['a made-up method', { method: 'PROPFIND' }, 405],
  ['a form sent to a page', { method: 'POST', url: '/sign-in' }, 405],
  ['a long address', { url: `/${'a'.repeat(5000)}` }, 414],
  ['a null', { url: '/a%00b' }, 400],
  ['half an escape', { url: '/a%' }, 400],
  ['no UTF-8', { url: '/%ff' }, 400],
  ['no UTF-8 in the query', { url: '/?a=%ff' }, 400],
  ['a way up', { url: '/a/%2e%2e/b' }, 400],
  ['another host as path', { url: '//evil.example/a' }, 400],
  ['a whole address', { url: 'http://evil.example/' }, 400],
  ['a backslash', { url: '/%5cevil.example' }, 400],
  ['a router state that is none', { headers: { 'next-router-state-tree': 'nonsense' } }, 400],
  ['too large', { method: 'POST', url: '/api/trpc/x', headers: { 'content-length': '65537' } }, 413],
])('the gate: %s', (_, given, status) => {
  expect(asks(given)).toBe(status)
})
test('two names are one too many', () => {
  const rawHeaders = ['Host', 'localhost:4700', 'host', 'evil.example']
  expect(refusal({ method: 'GET', url: '/', headers: { host: 'localhost:4700' }, rawHeaders }, 'http://localhost:4700')?.status).toBe(421)
})
