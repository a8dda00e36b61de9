import { expect, test } from 'vitest'
import { askedPath } from './asked-path'

test.each([
  ['/tenants/aurora/quotas', '/tenants/aurora/quotas'],
  ['/tenants/aurora/quotas?open=change&namespace=training&resource=nvidia.com%2Fgpu', '/tenants/aurora/quotas?open=change&namespace=training&resource=nvidia.com%2Fgpu'],
  ['/platform?_rsc=1x2y3', '/platform'],
  ['/platform?sort=-created&_rsc=1x2y3', '/platform?sort=-created'],
  ['/a/../platform', '/platform'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/@evil.example', '/@evil.example'],
  ['/tenants/aurora#then', '/tenants/aurora'],
])('%s is a page of ours: %s', (text, path) => { expect(askedPath(text)).toBe(path) })

test.each([
  '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/\\/evil.example', 'https://evil.example', 'https:evil.example', 'https:/evil.example', 'javascript:alert(1)', 'evil.example', '', '/',
  '/.//evil.example', '/..//evil.example', '/a/../../..//evil.example', '/%2e//evil.example', '/\t/evil.example', '/\n/evil.example', '\t//evil.example', ' //evil.example', '/a\u0000', '/a\\b', '/\u0085/evil.example',
  '/api/trpc/tenants.list', '/api/auth/signout', '/_next/static/x.js', '/sign-in', '/sign-in?to=/platform', `/${'a'.repeat(1000)}`, '/x?a=\\',
  'data:text/html,x', 'http://ours.invalid/platform', '?to=/platform', '#/platform', './platform',
])('%j is none', (text) => { expect(askedPath(text)).toBeNull() })
test('nor is a list, or nothing', () => { expect([askedPath(['/platform', '/sessions']), askedPath(null), askedPath(undefined)]).toEqual([null, null, null]) })

test('whatever it lets through stays with us, as a browser reads it', () => {
  const marks = ['/', '\\', '.', '%2f', '%5c', '%2e', ':', '@', '?', '#', 'evil.example', 'https', '\t', ' ', ';']
  let through = 0
  for (const a of marks) for (const b of marks) for (const c of marks) for (const d of marks) {
    const path = askedPath(`/${a}${b}${c}${d}`)
    if (path === null) continue
    through++
    expect(new URL(path, 'https://bailiwick.test/sign-in').origin).toBe('https://bailiwick.test')
  }
  expect(through).toBeGreaterThan(10_000)
})
