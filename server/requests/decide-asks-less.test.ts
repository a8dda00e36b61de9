import { expect, test } from 'vitest'
import { defaultApprovalsPolicy } from './approvals-policy'
import { type Approvals, asksLess } from './decide-asks-less'
import type { ApprovalRule } from './decide-rule'

const held: Approvals = defaultApprovalsPolicy
const { rules } = held
const where = (level: string, above: number, change: Partial<ApprovalRule>) => rules.map((rule) => (rule.level === level && rule.above === above ? { ...rule, ...change } : rule))
const own = (change: Partial<ApprovalRule>): ApprovalRule => ({ level: 'platform', kind: 'quota.raise', above: 0, anyOf: [{ of: ['platform_admin'], count: 2 }], factor: 'passkey', ...change })

test.each<[says: string, draft: Partial<Approvals>]>([
  ['one yes less', { rules: where('tenant', 8, { anyOf: [{ of: ['tenant_admin', 'approver'], count: 1 }] }) }],
  ['another who may say it', { rules: where('platform', 0, { anyOf: [{ of: ['approver', 'platform_admin', 'tenant_admin'], count: 1 }] }) }],
  ['another way beside it', { rules: where('platform', 64, { anyOf: [{ of: ['approver', 'platform_admin'], count: 2 }, { of: ['platform_admin'], count: 1 }] }) }],
  ['somebody else, and as many', { rules: where('tenant', 0, { anyOf: [{ of: ['approver'], count: 1 }] }) }],
  ['any factor', { rules: where('platform', 0, { factor: 'any' }) }],
  ['no rule for many', { rules: rules.filter(({ above }) => above !== 64) }],
  ['two of whom neither need be the one who was asked', { rules: where('tenant', 8, { above: 4 }) }],
  ['the rule for many from one more on', { rules: where('tenant', 8, { above: 9 }) }],
  ['a rule of its own for one kind that asks less', { rules: [...rules, own({ anyOf: [{ of: ['platform_admin'], count: 1 }] })] }],
  ['more for most, and less for one kind', { rules: [...where('platform', 0, { anyOf: [{ of: ['approver'], count: 3 }] }), own({ factor: 'any' })] }],
  ['more together with others', { togetherDevicesMost: 9 }], ['less time to stop what somebody opens', { breakGlass: { delayMinutes: 14 } }], ['more hours alone than nobody said', { elevation: { aloneHours: 9 } }],
])('%s is less', (_says, draft) => expect(asksLess({ ...held, ...draft }, held)).toBe(true))

test.each<[says: string, draft: Partial<Approvals>]>([
  ['what it is', {}], ['the same in another order', { rules: rules.toReversed().map((rule) => ({ ...rule, anyOf: rule.anyOf.map(({ of, count }) => ({ of: of.toReversed(), count })) })) }],
  ['one yes more', { rules: where('tenant', 8, { anyOf: [{ of: ['tenant_admin', 'approver'], count: 3 }] }) }], ['fewer who may say it', { rules: where('platform', 0, { anyOf: [{ of: ['approver'], count: 1 }] }) }],
  ['the rule for many from fewer on', { rules: where('platform', 64, { above: 32 }) }], ['a rule of its own that asks more', { rules: [...rules, own({})] }],
  ['fewer together, more time to stop it, fewer hours alone', { togetherDevicesMost: 0, breakGlass: { delayMinutes: 20 }, elevation: { aloneHours: 8 } }],
])('%s is not less', (_says, draft) => expect(asksLess({ ...held, ...draft }, held)).toBe(false))

test('a rule of its own that is taken away leaves what is asked of all: less, where its own asked more', () => {
  expect(asksLess(held, { ...held, rules: [...rules, own({})] })).toBe(true)
  expect(asksLess(held, { ...held, rules: [...rules, own({ factor: 'any', anyOf: [{ of: ['approver', 'platform_admin'], count: 1 }] })] })).toBe(false)
})
