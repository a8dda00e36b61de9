import { expect, test } from 'vitest'
import { decideQuotaChange, type QuotaRefusal, type QuotaState } from './decide-quota-change'
import { quotaRefusals } from './quota.refusals'

const usual: QuotaState = { tenantFrozen: false, isOnItsWay: false, limit: 10n, used: 4n, held: 2n, unshared: 5n, version: 3n }
const cases: [says: string, state: Partial<QuotaState>, limit: bigint, version: bigint, expected: QuotaRefusal | 'ok'][] = [
  ['within the share', {}, 12n, 3n, 'ok'],
  ['all that the tenant has left', {}, 15n, 3n, 'ok'],
  ['one more than that', {}, 16n, 3n, 'above_tenant_share'],
  ['exactly what is used and held', {}, 6n, 3n, 'ok'],
  ['one less than that', {}, 5n, 3n, 'below_current_use'],
  ['nothing at all, with nothing in use', { used: 0n, held: 0n }, 0n, 3n, 'ok'],
  ['what it is already', {}, 10n, 3n, 'no_change'],
  ['what it is already stops what is on its way', { isOnItsWay: true }, 10n, 3n, 'ok'],
  ['somebody was faster', {}, 12n, 2n, 'changed_meanwhile'],
  ['frozen comes before everything', { tenantFrozen: true }, 99n, 1n, 'tenant_frozen'],
  ['being late comes before being wrong', {}, 99n, 2n, 'changed_meanwhile'],
  ['amounts past 2⁵³ are exact', { limit: 2n ** 53n, unshared: 1n }, 2n ** 53n + 2n, 3n, 'above_tenant_share'],
]
test.each(cases)('%s', (_says, state, limit, version, expected) => {
  const decision = decideQuotaChange({ ...usual, ...state }, { limit, version })
  expect(decision).toEqual(expected === 'ok' ? { ok: true, limit } : { ok: false, refusal: expected })
})
test('every refusal a decision can give has a case', () => {
  const shown = new Set(cases.map(([, , , , expected]) => expected))
  expect(Object.keys(quotaRefusals).filter((name) => !['not_found', 'not_lower', 'moment_passed'].includes(name) && !shown.has(name as QuotaRefusal))).toEqual([])
})
