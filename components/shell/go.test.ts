import { expect, test } from 'vitest'
import { goingsOf } from './go'

const page = (href: string) => ({ href, says: href, locked: null })
test('g leads to the pages of this place, and home', () => {
  const goings = goingsOf(['/tenants/aurora', '/tenants/aurora/namespaces', '/tenants/aurora/quotas', '/tenants/aurora/members', '/tenants/aurora/audit', '/platform/tenants', '/platform/regions'].map(page))
  expect(goings.map(({ letter, href }) => `${letter} ${href}`)).toEqual([
    'n /tenants/aurora/namespaces', 'q /tenants/aurora/quotas', 'm /tenants/aurora/members', 'a /tenants/aurora/audit', 't /platform/tenants', 'h /',
  ])
})
test('no letter goes to two pages', () => {
  const all = goingsOf(['tenants', 'namespaces', 'quotas', 'requests', 'audit', 'members', 'organisations', 'allocations'].map((word) => page(`/platform/${word}`))).map(({ letter }) => letter)
  expect(new Set(all).size).toBe(all.length)
})
test('a tenant that is called as a page is no page', () => { expect(goingsOf([page('/tenants/quotas')]).map(({ letter }) => letter)).toEqual(['h']) })
