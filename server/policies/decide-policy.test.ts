import { expect, test } from 'vitest'
import { decidePolicy, type PolicyState } from './decide-policy'
import { policyRefusals } from './policy.refusals'

const state: PolicyState = { tenantFrozen: false, version: '3', isSame: false }
const cases: [says: string, state: Partial<PolicyState>, version: string | null, expected: string | bigint][] = [
  ['the version that was looked at', {}, '3', 4n],
  ['the first there is', { version: null }, null, 1n],
  ['one that somebody followed', {}, '2', 'changed_meanwhile'],
  ['the first, when there is one', {}, null, 'changed_meanwhile'],
  ['one that is not there any more', { version: null }, '1', 'changed_meanwhile'],
  ['what it is', { isSame: true }, '3', 'no_change'],
  ['a frozen tenant, before all else', { tenantFrozen: true, isSame: true }, '2', 'tenant_frozen'],
  ['an old version of what it is', { isSame: true }, '2', 'changed_meanwhile'],
]
test.each(cases)('%s', (_says, part, version, expected) => {
  const decision = decidePolicy({ ...state, ...part }, { version })
  expect(decision.ok ? decision.version : decision.refusal).toBe(expected)
})
test('every refusal is met, and has its sentence', () => expect(new Set(cases.map(([, , , expected]) => expected).filter((one) => typeof one === 'string'))).toEqual(new Set(Object.keys(policyRefusals))))
