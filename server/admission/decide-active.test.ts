import { expect, test } from 'vitest'
import { decideActive } from './decide-active'

const tenant = { id: 'a', organisation: 'o', frozen: false, isolationLevel: 1, regions: [] }
const suspendedUntil = '2026-11-22T12:00:00.000Z'
test.each<[says: string, of: object, now: string, reason: string | null]>([
  ['that nothing is said of', {}, suspendedUntil, null], ['that is frozen and suspended', { frozen: true, suspendedUntil }, '2026-11-22T11:00:00Z', 'tenant_frozen'],
  ['the moment before it is over', { suspendedUntil }, '2026-11-22T11:59:59.999Z', 'requests_suspended'], ['when it is over', { suspendedUntil }, '2026-11-22T12:00:00.000000Z', null], ['after it', { suspendedUntil }, '2026-11-22T12:00:00.001Z', null],
])('in a tenant %s', (_says, of, now, reason) => {
  const found = decideActive({ ...tenant, ...of }, now)
  expect(found.outcome === 'passes' ? null : found.reason).toBe(reason)
})
test('what was decided before anything could be suspended says the same bytes again', () => { expect(decideActive(tenant, suspendedUntil)).toEqual({ outcome: 'passes', saw: { tenant: 'a', frozen: false } }) })
