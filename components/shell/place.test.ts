import { expect, test } from 'vitest'
import { isCurrent, placeOf } from './place'

test.each([
  ['/tenants/aurora', { kind: 'tenant', tenant: 'aurora' }],
  ['/tenants/aurora/quotas', { kind: 'tenant', tenant: 'aurora' }],
  ['/platform/audit', { kind: 'platform' }],
  ['/you/sessions', { kind: 'self' }],
  ['/', { kind: 'self' }],
])('%s', (path, place) => expect(placeOf(path)).toEqual(place))

test.each([
  ['/tenants/aurora', '/tenants/aurora', true],
  ['/tenants/aurora', '/tenants/aurora/quotas', false],
  ['/tenants/aurora/quotas', '/tenants/aurora/quotas/change', true],
  ['/platform', '/platform/audit', false],
  ['/platform/organisations', '/platform/organisations/northwind', true],
  ['/platform/organisations', '/platform/organisations-of-old', false],
  ['/', '/you/sessions', false],
])('%s on %s: %s', (href, path, current) => expect(isCurrent(href, path)).toBe(current))
