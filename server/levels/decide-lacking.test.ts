import { expect, test } from 'vitest'
import { decideLacking, withShipped } from './decide-lacking'
import type { LevelRule } from './decide-level'
import { defaultLevelsPolicy } from './levels-policy'

const rule = (id: string, level: LevelRule['level'], when: Partial<LevelRule> = {}): LevelRule =>
  ({ id, title: `The rule ${id}`, level, effects: null, resources: null, verbs: null, outcomes: null, actors: null, tenants: null, namespaces: null, regimes: null, ...when })
const shipped = [rule('health', 'RequestResponse', { regimes: ['hipaa'] }), rule('addressed', 'Metadata', { resources: ['members', 'staff'] }), rule('deeds', 'Request'), rule('looking', 'None')]
const [health, addressed, deeds, looking] = shipped as [LevelRule, LevelRule, LevelRule, LevelRule]
const lacks = (...own: LevelRule[]) => decideLacking(own, shipped).map(({ rule: { id }, because }) => `${id} ${because}`)

test('what the product ships is told where it is not, keeps less or is of less, and not where somebody’s own says as much or more', () => {
  expect(lacks(...shipped)).toEqual([])
  expect(lacks(looking, deeds, addressed, health)).toEqual([])
  expect(lacks()).toEqual(['health no_rule', 'addressed no_rule', 'deeds no_rule', 'looking no_rule'])
  expect(lacks({ ...health, level: 'Request' }, { ...addressed, resources: ['members'] }, { ...deeds, level: 'RequestResponse' }, { ...looking, level: 'Metadata' })).toEqual(['health keeps_less', 'addressed of_less'])
  expect(lacks({ ...health, regimes: null }, { ...addressed, resources: ['invitations', 'members', 'staff'] }, { ...deeds, tenants: ['aurora'] }, looking)).toEqual(['deeds of_less'])
  expect(decideLacking(defaultLevelsPolicy.rules, defaultLevelsPolicy.rules)).toEqual([])
})
test.each<[says: string, own: string[], id: string, comes: string[]]>([
  ['after the nearest that it is shipped after', ['mine', 'addressed', 'yours', 'looking'], 'deeds', ['mine', 'addressed', 'deeds', 'yours', 'looking']],
  ['before the nearest that it is shipped before', ['mine', 'addressed', 'looking'], 'health', ['mine', 'health', 'addressed', 'looking']],
  ['where one of its name stands', ['looking', 'deeds', 'health'], 'deeds', ['looking', 'deeds', 'health']],
  ['where it is shipped, among others’', ['mine', 'yours'], 'health', ['health', 'mine', 'yours']],
  ['last, where there are fewer', ['mine', 'yours'], 'looking', ['mine', 'yours', 'looking']],
  ['nowhere, where it is not shipped', ['mine'], 'gone', ['mine']],
])('it is put in %s', (_says, own, id, comes) => {
  const made = withShipped(own.map((each) => rule(each, 'Metadata')), shipped, id)
  expect(made.map((each) => each.id)).toEqual(comes)
  expect(made.find((each) => each.id === id)).toEqual(shipped.find((each) => each.id === id))
})
test('what is put in is lacking no more', () => {
  const own = [rule('mine', 'Metadata')]
  const all = defaultLevelsPolicy.rules.reduce<readonly LevelRule[]>((rules, { id }) => withShipped(rules, defaultLevelsPolicy.rules, id), own)
  expect(decideLacking(all, defaultLevelsPolicy.rules)).toEqual([])
  expect(all.filter(({ id }) => id !== 'mine')).toEqual(defaultLevelsPolicy.rules)
})
