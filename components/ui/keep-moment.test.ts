import { expect, test } from 'vitest'
import { atMoment, keepMoment } from './keep-moment'

const [here, moment] = ['/tenants/aurora/quotas', '2026-11-20T14:00Z']
test.each([
  ['/tenants/aurora/members', '/tenants/aurora/members?asOf=2026-11-20T14%3A00Z'],
  ['/tenants/aurora/quotas?find=x&after=y', '/tenants/aurora/quotas?find=x&after=y&asOf=2026-11-20T14%3A00Z'],
  ['/tenants/aurora/quotas#training', '/tenants/aurora/quotas?asOf=2026-11-20T14%3A00Z#training'],
  ['/tenants/aurora/quotas?asOf=2026-01-01T00%3A00Z', '/tenants/aurora/quotas?asOf=2026-01-01T00%3A00Z'],
  ['/tenants/borealis/quotas', '/tenants/borealis/quotas'],
  ['/platform/tenants', '/platform/tenants'], ['/', '/'], ['/you/profile', '/you/profile'],
])('from there, %s leads to %s', (href, to) => { expect(keepMoment(href, here, moment)).toBe(to) })
test('from what is read now, a link leads to what is now', () => { expect(keepMoment('/tenants/aurora/members', here, null)).toBe('/tenants/aurora/members') })

test.each([
  ['', moment, '/p?asOf=2026-11-20T14%3A00Z'],
  ['asOf=2026-11-19T14%3A00Z&find=x', moment, '/p?find=x&asOf=2026-11-20T14%3A00Z'],
  ['after=a&open=change&tab=all', moment, '/p?tab=all&asOf=2026-11-20T14%3A00Z'],
  ['asOf=2026-11-19T14%3A00Z', null, '/p'], ['asOf=x&find=y', null, '/p?find=y'],
])('of the page asked with %s, the one at %s is %s', (query, at, to) => { expect(atMoment('/p', query, at)).toBe(to) })
