import { expect, test } from 'vitest'
import type { LevelRule } from '~/server/levels/decide-level'
import type { RecentSort } from '~/server/levels/list-recent'
import { prepareLevels } from './prepare-levels'
import { type Draft, moved, readRules } from './read-rules'
import { sayDead, sayHit, sayOthers, sayRule } from './say-levels'

const rule = (id: string, level: LevelRule['level'], when: Partial<LevelRule> = {}): LevelRule =>
  ({ id, title: `The rule ${id}`, level, effects: null, resources: null, verbs: null, outcomes: null, actors: null, tenants: null, namespaces: null, regimes: null, ...when })
const draft = (...rules: LevelRule[]) => ({ rules, bodyBytesMost: 16_384 })
const sort = (what: string, many: number, more: Partial<RecentSort> = {}): RecentSort => {
  const [resource = '', verb = ''] = what.split('.')
  return { resource, verb, many, outcome: 'done', actors: ['tenant_admin'], tenant: 'aurora', regimes: [], namespace: null, level: 'Request', newest: '2026-11-22T10:00:00.000Z', ...more }
}
const recent = { since: '2026-11-15T00:00:00.000Z', looked: 16, told: 16, sorts: [sort('quotas.change', 3), sort('quotas.change', 4, { tenant: 'borealis', newest: '2026-11-22T11:00:00.000Z' }), sort('audit.search', 8), sort('quotas.change', 1, { outcome: 'refused' })] }

test('each sort is told with the rule that has it, what would be otherwise comes first, and of each level it is counted before and after', () => {
  const shown = prepareLevels(draft(rule('all', 'Request')), draft(rule('loud', 'RequestResponse', { resources: ['quotas'], outcomes: ['done'] }), rule('dead', 'Metadata', { resources: ['quotas'], verbs: ['change'], outcomes: ['done'] }), rule('rest', 'Metadata')), recent)
  expect(shown.rules).toEqual([{ id: 'loud', hits: 7, dead: null }, { id: 'dead', hits: 0, dead: { because: 'shadowed', by: ['loud'] } }, { id: 'rest', hits: 9, dead: null }])
  expect(shown.levels).toEqual([{ level: 'None', before: 0, after: 0 }, { level: 'Metadata', before: 0, after: 9 }, { level: 'Request', before: 16, after: 0 }, { level: 'RequestResponse', before: 0, after: 7 }])
  expect(shown.samples.map(({ sort: { resource, tenant, outcome }, many, hit, isOther }) => [resource, tenant, outcome, many, hit.rule?.id, hit.level, isOther])).toEqual([
    ['audit', 'aurora', 'done', 8, 'rest', 'Metadata', true], ['quotas', 'borealis', 'done', 7, 'loud', 'RequestResponse', true], ['quotas', 'aurora', 'refused', 1, 'rest', 'Metadata', true],
  ])
  expect(shown.others).toBe(16)
  expect(prepareLevels(draft(rule('all', 'Request')), draft(rule('all', 'Request')), recent).others).toBe(0)
})
test('a rule moves one place, and not beyond the ends', () => {
  const of = (body: Draft) => body.rules.map(({ id }) => id).join('')
  const three = draft(rule('a', 'None'), rule('b', 'None'), rule('c', 'None'))
  expect([of(moved(three, 'b', -1)), of(moved(three, 'b', 1)), of(moved(three, 'a', -1)), of(moved(three, 'c', 1)), of(moved(three, 'd', 1))]).toEqual(['bac', 'acb', 'abc', 'abc', 'abc'])
})
test('what is typed is shown as rules as far as it is some', () => {
  const whole = draft(rule('a', 'None'))
  expect(readRules(whole as never)).toEqual(whole)
  // As somebody wrote it before a rule could speak of regimes.
  expect(readRules({ ...whole, rules: whole.rules.map(({ regimes: _, ...rest }) => rest) } as never)).toEqual(whole)
  for (const body of [null, [], {}, { rules: 'x', bodyBytesMost: 1 }, { rules: [{ id: 'a' }], bodyBytesMost: 1 }, { ...whole, rules: [{ ...whole.rules[0], level: 'All' }] }, { ...whole, rules: [{ ...whole.rules[0], verbs: [1] }] }, { rules: [] }]) expect(readRules(body as never)).toBeNull()
})
test('it is said in words', () => {
  expect(sayRule(rule('a', 'None'))).toBe('Everything')
  expect(sayRule(rule('a', 'None', { effects: ['read'], outcomes: ['done'] }))).toBe('Reading that was done')
  expect(sayRule(rule('a', 'None', { effects: ['write'], resources: ['quotas', 'policies'], verbs: ['change'], actors: ['engine', 'break_glass'], tenants: ['aurora'], namespaces: ['red'] }))).toBe('Changing of quotas or policies by change by the engine or whoever broke the glass in aurora in the namespace red')
  expect(sayRule(rule('a', 'None', { effects: ['read'], regimes: ['gdpr', 'hipaa'] }))).toBe('Reading in a tenant under GDPR or HIPAA')
  expect(sayRule(rule('a', 'None', { resources: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] }))).toBe('Everything of a, b, c, d, e, f, or 2 more')
  const titles = new Map([['a', 'One'], ['b', 'Two']])
  expect([sayDead({ because: 'names_nothing' }, titles), sayDead({ because: 'shadowed', by: ['a'] }, titles), sayDead({ because: 'shadowed', by: ['a', 'b'] }, titles)]).toEqual(['Decides nothing: what it names is nothing that is done here.', 'Decides nothing: “One” comes first.', 'Decides nothing: “One” and “Two” come first.'])
  expect([sayHit({ rule: null, bound: null, level: 'Request' }), sayHit({ rule: rule('a', 'None'), bound: 'least', level: 'Metadata' }), sayHit({ rule: rule('a', 'None'), bound: 'most', level: 'Metadata' })]).toEqual(['No rule', 'The rule a; Metadata is the least here', 'The rule a; Metadata is the most here'])
  expect([sayOthers(0, 5), sayOthers(1_200, 5_000)]).toEqual(['Of what was recorded, nothing would have been kept otherwise.', '1,200 of 5,000 records would have been kept otherwise.'])
})
