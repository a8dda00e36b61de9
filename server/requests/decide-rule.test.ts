import { expect, test } from 'vitest'
import { ApprovalsPolicy, defaultApprovalsPolicy } from './approvals-policy'
import { type ApprovalRule, decideQuorum, decideRule, isOnPlatform, rolesIn, type Yes } from './decide-rule'

const { rules } = defaultApprovalsPolicy
const weigh = (level: 'tenant' | 'platform', devices: number, kind = 'allocation.admit') => decideRule(rules, { kind, level, devices: BigInt(devices) })
test.each([
  ['tenant', 0, 1, ['tenant_admin']], ['tenant', 8, 1, ['tenant_admin']], ['tenant', 9, 2, ['tenant_admin', 'approver']], ['tenant', 4_000, 2, ['tenant_admin', 'approver']],
  ['platform', 0, 1, ['approver', 'platform_admin']], ['platform', 64, 1, ['approver', 'platform_admin']], ['platform', 65, 2, ['approver', 'platform_admin']],
] as const)('on the level of the %s, for %i devices, %i of these are asked: %j', (level, devices, count, of) => {
  expect(weigh(level, devices)).toEqual({ anyOf: [{ of: [...of], count }], factor: 'passkey' })
})
test('a rule of its own kind comes before any other, whatever that is for', () => {
  const own: ApprovalRule = { level: 'platform', kind: 'tenant.create', above: 0, anyOf: [{ of: ['platform_admin'], count: 2 }], factor: 'any' }
  expect(decideRule([...rules, own], { kind: 'tenant.create', level: 'platform', devices: 100n })).toEqual({ anyOf: own.anyOf, factor: 'any' })
  expect(decideRule([...rules, own], { kind: 'allocation.admit', level: 'platform', devices: 100n }).factor).toBe('passkey')
})
test('a policy has a rule for everything, asks no tenant’s admin for the platform, and says nothing twice', () => {
  const parse = (list: readonly ApprovalRule[]) => ApprovalsPolicy.safeParse({ ...defaultApprovalsPolicy, rules: list }).success
  expect(parse(rules)).toBe(true)
  expect(parse(rules.filter(({ level, above }) => level === 'tenant' || above > 0))).toBe(false)
  expect(parse(rules.map((rule) => ({ ...rule, kind: 'tenant.create' })))).toBe(false)
  expect(parse([...rules, { level: 'platform', kind: 'tenant.create', above: 0, anyOf: [{ of: ['tenant_admin'], count: 1 }], factor: 'any' }])).toBe(false)
  expect(parse([...rules, ...rules.slice(0, 1)])).toBe(false)
})

const two = { anyOf: [{ of: ['tenant_admin', 'approver'], count: 2 }, { of: ['platform_admin'], count: 1 }], factor: 'passkey' } as const
const says = (person: string, as: Yes['as'] = 'tenant_admin', terms = 'now', through: string | null = null): Yes => ({ person, as, through, terms })
const all = () => true
test.each([
  ['nobody', [], false, [2, 1]], ['one of two', [says('a')], false, [1, 1]], ['two', [says('a'), says('b', 'approver')], true, [0, 1]], ['one of the alternative', [says('a', 'platform_admin')], true, [2, 0]],
  ['the same person twice', [says('a'), says('a', 'approver')], false, [1, 1]], ['one of them to other terms', [says('a'), says('b', 'approver', 'before')], false, [1, 1]],
] as const)('%s', (_says, said, met, more) => {
  const counted = decideQuorum(two, 'now', said, all)
  expect([counted.met, counted.lacks.map((one) => one.more)]).toEqual([met, more])
})
test.each([
  ['somebody and whoever stands in for them', [says('a'), says('b', 'tenant_admin', 'now', 'a')], 1], ['the other way round', [says('b', 'tenant_admin', 'now', 'a'), says('a')], 1],
  ['two who stand in for the same', [says('b', 'tenant_admin', 'now', 'a'), says('c', 'tenant_admin', 'now', 'a')], 1], ['two who stand in for two', [says('b', 'tenant_admin', 'now', 'a'), says('d', 'tenant_admin', 'now', 'c')], 2],
  ['one for another, and that one’s own delegate', [says('b', 'tenant_admin', 'now', 'a'), says('c', 'tenant_admin', 'now', 'b')], 1], ['a delegate whose yes is void, and whoever is away', [says('b', 'tenant_admin', 'before', 'a'), says('a')], 1],
] as const)('%s are so many', (_says, said, count) => { expect(decideQuorum(two, 'now', said, all).counts.length).toBe(count) })
test('a yes of somebody who lost the role since, and one to other terms, are void, and it is said why', () => {
  const { met, void: lost, counts } = decideQuorum(two, 'now', [says('a'), says('b', 'approver'), says('c', 'tenant_admin', 'before')], ({ person }) => person !== 'b')
  expect({ met, lost, counts }).toEqual({ met: false, lost: [{ yes: says('b', 'approver'), because: 'role_lost' }, { yes: says('c', 'tenant_admin', 'before'), because: 'terms_changed' }], counts: [says('a')] })
})
test('everybody whose yes could count is asked', () => { expect(rolesIn(two)).toEqual(['tenant_admin', 'approver', 'platform_admin']) })
test.each([
  ['tenant', ['tenant_admin'], false], ['tenant', ['tenant_admin', 'approver'], true], ['tenant', ['tenant_admin', 'platform_admin'], true], ['platform', ['approver', 'platform_admin'], true], ['platform', ['tenant_admin'], true], ['tenant', [], false],
] as const)('what is of the %s and asks %j is there for the platform: %s', (level, asked, is) => { expect(isOnPlatform(level, asked)).toBe(is) })
