/** What a rule may say yes to in a tenant admin's place: only what is plain, only within its budget, and never what was drawn. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ByRulePolicy } from './by-rule-policy'
import { type ByRule, decideByRule, type Fitting, mayGoByRule, type Spent, type Weighed } from './decide-by-rule'
import { drawOf } from './draw'

const rule: ByRule = { devicesMost: 4, hoursMost: 24, deviceHoursMost: 96, days: 7, drawnPerThousand: 100 }
const plain: Weighed = { level: 'tenant', holds: ['developer_gpus'], devices: 4n, hours: 24 }
test.each<[string, ByRule | null | undefined, Partial<Weighed>, boolean]>([
  ['what is plain, at both its most', rule, {}, true], ['nothing where no rule is', null, {}, false], ['nothing where none was ever said', undefined, {}, false],
  ['not a device more', rule, { devices: 5n }, false], ['not an hour more', rule, { hours: 25 }, false], ['not what goes above the tenant', rule, { level: 'platform' }, false], ['not what asks nobody', rule, { level: null, holds: [] }, false],
  ['not a class that needs a yes', rule, { holds: ['developer_gpus', 'class_needs_approval'] }, false], ['not many devices', rule, { holds: ['many_devices'] }, false],
  ['not what is asked in pieces', rule, { holds: ['developer_gpus', 'split_request'] }, false], ['not what a rule of the tenant or the platform holds', rule, { holds: ['developer_gpus', 'rule_requires_approval'] }, false],
])('may go by rule: %s', (_says, by, more, may) => { expect(mayGoByRule(by, { ...plain, ...more })).toBe(may) })

const fits: Fitting = { mayGo: true, devices: 4n, hours: 12 }
const spent: Spent = { draw: 999, spent: '0', owes: false }
test.each<[string, Partial<Fitting>, Partial<Spent>, object]>([
  ['approved within its budget', {}, {}, { is: 'approved', deviceHours: '48' }], ['approved to the last device hour', {}, { spent: '48' }, { is: 'approved', deviceHours: '48' }], ['asked for one more than is left', {}, { spent: '49' }, { is: 'asked', because: 'spent' }],
  ['drawn below the share', {}, { draw: 99 }, { is: 'drawn' }], ['not drawn at the share', {}, { draw: 100 }, { is: 'approved', deviceHours: '48' }], ['asked, and not drawn, where the budget would not do', {}, { draw: 0, spent: '90' }, { is: 'asked', because: 'spent' }],
  ['asked while something drawn is owed an answer', {}, { owes: true }, { is: 'asked', because: 'owes' }], ['asked where it is not plain', { mayGo: false }, {}, { is: 'asked', because: 'not_plain' }],
])('%s', (_says, more, of, outcome) => { expect(decideByRule(rule, { ...fits, ...more }, { ...spent, ...of })).toEqual(outcome) })
test('without a rule it is asked', () => { expect(decideByRule(undefined, fits, spent)).toEqual({ is: 'asked', because: 'not_plain' }) })

test('a rule is looked over: none draws less than one of a hundred', () => {
  const parse = (drawnPerThousand: number) => ByRulePolicy.safeParse({ rule: { ...rule, drawnPerThousand } }).success
  expect([parse(9), parse(10), parse(1_000), parse(1_001), ByRulePolicy.safeParse({ rule: null }).success]).toEqual([false, true, true, false, true])
})

test('of twenty thousand requests a tenth is drawn, with whatever key; the same one is drawn again by whoever has the key, and by nobody who has another', () => {
  const ids = Array.from({ length: 20_000 }, (_, at) => `00000000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`)
  for (const seed of ['first', 'second']) {
    const key = Buffer.from(seed.padEnd(32, '.'))
    const drawn = ids.filter((id) => drawOf(key, id) < 100)
    // Four standard deviations of a binomial with p = 0.1: 170.
    expect(Math.abs(drawn.length - 2_000)).toBeLessThan(170)
    expect(ids.filter((id) => drawOf(key, id) < 100)).toEqual(drawn)
    const other = Buffer.alloc(32, seed)
    const both = drawn.filter((id) => drawOf(other, id) < 100).length
    expect(Math.abs(both - drawn.length / 10)).toBeLessThan(60)
  }
})
test('each tenth of a thousand is as likely as the others', () => {
  const key = Buffer.alloc(32, 7)
  const draws = Array.from({ length: 10_000 }, (_, at) => Math.floor(drawOf(key, `request ${at}`) / 100))
  const times = Array.from({ length: 10 }, (_, part) => draws.filter((draw) => draw === part).length)
  // Chi squared with nine degrees of freedom: above 27.9 for one key of a thousand, and this one is always the same.
  expect(times.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0)).toBeLessThan(27.9)
  expect(drawOf(key, randomUUID())).toBeLessThan(1_000)
})
