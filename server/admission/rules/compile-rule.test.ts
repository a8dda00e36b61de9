import { expect, test } from 'vitest'
import { compileRule, costMost, type RuleRefusal } from './compile-rule'
import type { RuleFacts } from './decide-rules'
import { evaluateRule } from './evaluate-rule'
import { ruleRefusals } from './rules.refusals'

const facts: RuleFacts = {
  spec: { name: 'train-7', pods: 2, hours: null, share: 0.5, models: ['h100', 'l40s'], resources: { requests: { cpu: 8000n, 'nvidia.com/gpu': 9n } } },
  tenant: { id: 'north', isolationLevel: 2 }, namespaceObject: { id: 'training', environment: 'development' }, labels: { 'cost-center': 'cc-1', constructor: 'x' },
  person: { roles: ['developer'], machine: false }, class: 'normal', gpus: 9n, now: '2026-11-21T12:00:00.000Z',
}
const nested = (levels: number, list: string) => `${Array.from({ length: levels }, (_, at) => `${list}.all(v${at}, `).join('')}true${')'.repeat(levels)}`

const values: [expression: string, expected: boolean | 'fails'][] = [
  ["spec.resources.requests['nvidia.com/gpu'] > 8", true], ['gpus > 8', true], ['gpus > 9', false], ['gpus > 8.5', true], ['spec.resources.requests.cpu == 8000', true], ['spec.pods * 4 == 8', true], ['spec.share < 0.6', true], ['spec.hours == null', true],
  ["tenant.id == 'north' && namespaceObject.environment != 'production'", true], ["labels['cost-center'].startsWith('cc-')", true], ["has(labels.team)", false], ["'team' in labels || 'cost-center' in labels", true],
  ["person.roles.exists(r, r == 'developer') && !person.machine", true], ["class in ['high', 'critical']", false], ["now < timestamp('2027-01-01T00:00:00Z')", true], ["now.getDayOfWeek() == 6", true], ["timestamp('2026-11-21T13:00:00Z') - now == duration('1h')", true],
  ["spec.models.all(m, m.matches('^[a-z][0-9]+s?$'))", true], ["spec.models.filter(m, m.contains('h1')).size() == 1", true], ["spec.models.map(m, m + '!')[0] == 'h100!'", true], ["spec.name.matches('train')", true], ["spec.models.exists_one(m, m == 'h100')", true],
  ["size(labels) == 2 && labels.constructor == 'x'", true], ["[1, 2] + [3] == [1, 2, 3]", true], ["{'a': 1}.a == 1", true], ['type(gpus) == int', true], ["gpus > 8 ? spec.pods == 2 : spec.nothing", true], ['spec.nothing == 1 || true', true],
  ["spec.resources.requests['amd.com/gpu'] > 8", 'fails'], ['spec.nothing == 1', 'fails'], ["tenant.constructor == 1", 'fails'], ["tenant.__proto__ == 1", 'fails'], ['1 / 0 == 1', 'fails'], ['gpus + 9223372036854775807 > 0', 'fails'], ["gpus == 9 && spec.name > 1", 'fails'], ['spec.name', 'fails'], ["timestamp('x') < now", 'fails'],
]
test.each(values)('%s is %s', (expression, expected) => {
  const run = evaluateRule(expression, facts)
  expect(run.ok ? run.value : 'fails').toBe(expected)
})

const refused: [says: string, expression: string, expected: RuleRefusal][] = [
  ['three hundred thousand million turns', nested(3, 'spec.models'), 'too_costly'], ['two lists of facts, compared', 'spec.models.all(m, spec.models.all(n, m != n))', 'too_costly'], ['a list within what a macro made', 'spec.models.map(m, spec.models.map(n, m + n)).size() > 0', 'too_costly'],
  ['twenty thousand terms', `${'1+'.repeat(20_000)}1 > 0`, 'too_long'], ['as many as fit', `${'1+'.repeat(5_000)}1 > 0`, 'too_long'], ['five thousand deep', `${'['.repeat(5_000)}${']'.repeat(5_000)} == []`, 'too_long'], ['deep in texts only', `'${'('.repeat(101)}' == class`, 'too_long'],
  ['a megabyte of text', `'${'a'.repeat(1_000_000)}' == class`, 'too_long'], ['ten kibibytes and a byte', `'${'a'.repeat(10 * 1024 - 9)}' == class`, 'too_long'], ['a stretch of spaces', `gpus${' '.repeat(9_000)}> 8`, 'too_long'], ['a stretch of other spaces', `gpus${'\u2003'.repeat(3_000)}> 8`, 'too_long'],
  ['everything compared with everything', 'spec.models.all(m, spec == spec)', 'too_costly'], ['a text sought in a text, in each', "spec.models.all(m, m.contains(spec.name))", 'too_costly'], ['a calendar for each', "spec.models.all(m, now.getHours('Europe/Berlin') > 1)", 'too_costly'],
  ['a pattern for each', "spec.models.all(m, m.matches('(a|aa)+(b|bb)+(c|cc)+(d|dd)+'))", 'too_costly'],
  ['a pattern out of facts', 'spec.name.matches(spec.name)', 'pattern_not_fixed'], ['a pattern put together', "spec.name.matches('a' + 'b')", 'pattern_not_fixed'], ['a look ahead', "spec.name.matches('(?=a)b')", 'pattern_refused'], ['a reference', "spec.name.matches('(a)\\\\1')", 'pattern_refused'],
  ['counts that multiply', "spec.name.matches('((a{1,30}){1,30})')", 'pattern_refused'], ['a thousand of a thousand', "spec.name.matches('(x{1000}){1000}')", 'pattern_refused'],
  ['a variable that there is not', 'namespace_ == 1', 'unknown_variable'], ['a variable of every object', 'constructor == 1', 'unknown_variable'], ['another’s variable', 'request.user == 1', 'unknown_variable'], ['a variable after its macro', 'spec.models.all(m, true) && m == 1', 'unknown_variable'],
  ['a function that there is not', 'shell(spec.name)', 'unknown_function'], ['a function of an extension', "spec.name.split('a') == []", 'unknown_function'], ['a message', 'google.protobuf.Duration{seconds: 1} == now', 'unknown_function'], ['a module', 'math.greatest(1, 2) == 2', 'unknown_variable'],
  ['a number', 'gpus + 1', 'not_a_condition'], ['a text', "'yes'", 'not_a_condition'], ['a list', 'spec.models.map(m, m)', 'not_a_condition'],
  ['nothing', '', 'not_cel'], ['half a rule', 'gpus >', 'not_cel'], ['the reserved word', "namespace == 'a'", 'not_cel'], ['another language', 'gpus => 8', 'not_cel'], ['two rules', 'true true', 'not_cel'],
]
test.each(refused)('%s: refused before any of it runs', (_says, expression, expected) => {
  const compiled = compileRule(expression)
  expect(compiled.ok ? `cheap: ${compiled.cost}` : compiled.refusal).toBe(expected)
  expect(evaluateRule(expression, facts)).toMatchObject({ ok: false })
})
test('every refusal has a case', () => { expect(Object.keys(ruleRefusals).filter((refusal) => !refused.some(([, , expected]) => expected === refusal))).toEqual([]) })
test.each(["labels.all(k, k.matches('^[a-z-]+$') && labels[k].matches('^[a-z0-9.-]+$'))", "person.roles.all(r, r in ['developer', 'namespace_admin', 'tenant_admin'])", nested(2, 'labels'), 'spec.models.all(m, m in labels)'])('%s is cheap enough to enforce', (expression) => {
  const compiled = compileRule(expression)
  expect(compiled.ok && compiled.cost <= costMost).toBe(true)
})
test.each<[says: string, more: Partial<RuleFacts>]>([
  ['a longer text', { spec: { name: 'a'.repeat(513) } }], ['a longer list', { spec: { models: Array(65).fill('a') } }], ['more labels', { labels: Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`k${at}`, ''])) }], ['a longer key', { labels: { ['k'.repeat(318)]: '' } }],
  ['more in all', { spec: { a: Array(64).fill(Array(64).fill(1)) } }], ['more levels', { spec: { a: Array(40).fill(0).reduce((inner) => ({ a: inner }), {}) } }], ['no moment', { now: 'later' }], ['a longer class', { class: 'a'.repeat(64) }],
])('facts with %s than the cost was reckoned for are shown to no rule', (_says, more) => {
  expect(evaluateRule('gpus > 8', { ...facts, ...more })).toEqual({ ok: false, because: 'there is more to look at than a rule may' })
})
