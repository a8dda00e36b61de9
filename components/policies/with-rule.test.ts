import { expect, test } from 'vitest'
import type { Rule } from '~/server/admission/rules/decide-rules'
import { hasExceptions, withRule } from './with-rule'

const rule: Rule = { id: 'b', title: 'B', expression: 'gpus > 8', effect: 'deny', mode: 'shadow', message: 'Fewer.', exceptions: [] }
const bodyOf = (text: string) => { const made = withRule(text, rule); return made && [made.replaces, JSON.parse(made.text)] }

test.each<[says: string, draft: string, expected: unknown]>([
  ['comes after the others', '{"rules":[{"id":"a"}]}', [false, { rules: [{ id: 'a' }, rule] }]],
  ['takes the place of the one with its id, where that stood', '{"rules":[{"id":"a"},{"id":"b","mode":"enforced"},{"id":"c"}]}', [true, { rules: [{ id: 'a' }, rule, { id: 'c' }] }]],
  ['and of all of them', '{"rules":[{"id":"b"},{"id":"a"},{"id":"b"}]}', [true, { rules: [rule, { id: 'a' }] }]],
  ['leaves what is no rule, and whatever else was typed', '{"more":1,"rules":["x",null,{}]}', [false, { more: 1, rules: ['x', null, {}, rule] }]],
  ['is not put into what is no JSON', '{"rules":[', null], ['into no object', '[]', null], ['into nothing', 'null', null], ['where there is no list', '{"rules":{}}', null],
])('a rule %s', (_says, draft, expected) => expect(bodyOf(draft)).toEqual(expected))

test('somebody must answer where a document has exceptions, as far as it can be read', () => {
  expect(['{"exceptions":["tenant:a"]}', '{"exceptions":[]}', '{"exceptions":"tenant:a"}', '{"rule":"a"}', 'null', '{"exceptions":['].map(hasExceptions)).toEqual([true, false, false, false, false, false])
})
