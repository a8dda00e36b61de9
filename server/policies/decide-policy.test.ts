import { expect, test } from 'vitest'
import { decidePolicy, type PolicyState } from './decide-policy'
import { policyRefusals } from './policy.refusals'

const state: PolicyState = { tenantFrozen: false, version: '3', isSame: false, asksLess: false }
const now = new Date('2026-03-02T10:00:00Z')
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
  const decision = decidePolicy({ ...state, ...part }, { version }, now)
  expect(decision.ok ? decision.version : decision.refusal).toBe(expected)
})
test('what asks for less holds a day later, and all else at once', () => {
  expect([false, true].map((asksLess) => decidePolicy({ ...state, asksLess }, { version: '3' }, now))).toEqual([{ ok: true, version: 4n, from: now }, { ok: true, version: 4n, from: new Date('2026-03-03T10:00:00Z') }])
})
test('every refusal is met, and has its sentence', () => expect(new Set(cases.map(([, , , expected]) => expected).filter((one) => typeof one === 'string'))).toEqual(new Set(Object.keys(policyRefusals))))
