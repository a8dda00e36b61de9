import { expect, test } from 'vitest'
import { decideRules, requestsOf, type Rule, type RuleException, type RuleFacts, type RulesReason } from './decide-rules'
import { evaluateRule } from './evaluate-rule'
import { importRule } from './import-rule'
import { rulesRefusals } from './rules.refusals'
import { defaultRulesPolicy, RulesPolicy } from './rules-policy'

const facts = (more: Partial<RuleFacts> = {}): RuleFacts => ({
  spec: { resources: { requests: requestsOf({ cpu: 8000n, 'nvidia.com/gpu': 9n }, ['cpu', 'memory', 'nvidia.com/gpu']) } }, tenant: { id: 'north' }, namespaceObject: { id: 'training' }, labels: {},
  person: { roles: ['developer'], machine: false }, class: 'normal', gpus: 9n, now: '2026-11-21T12:00:00.000Z', ...more,
})
const rule = (more: Partial<Rule> = {}): Rule => ({ id: 'many', title: 'Many', expression: 'gpus > 8', effect: 'deny', mode: 'enforced', message: 'Too many.', exceptions: [], ...more })
const exception = (more: Partial<RuleException> = {}): RuleException => ({ kind: 'namespace', id: 'north/training', owner: 'Ada', until: '2026-12-01T00:00:00.000Z', because: 'the launch', ...more })
const broken = 'spec.nothing > 1'

const cases: [says: string, rules: Rule[], expected: RulesReason | 'passes', outcome: 'passes' | 'holds' | 'refuses', more?: Partial<RuleFacts>][] = [
  ['no rules', [], 'passes', 'passes'],
  ['a rule that says nothing', [rule({ expression: 'gpus > 9' })], 'passes', 'passes'],
  ['a rule that denies', [rule()], 'denied_by_rule', 'refuses'],
  ['a rule that asks for a yes', [rule({ effect: 'require_approval' })], 'approval_by_rule', 'holds'],
  ['a rule that warns', [rule({ effect: 'warn' })], 'passes', 'passes'],
  ['a shadow', [rule({ mode: 'shadow' })], 'passes', 'passes'],
  ['a shadow that fails', [rule({ mode: 'shadow', expression: broken })], 'passes', 'passes'],
  ['a denial that fails', [rule({ expression: broken })], 'rule_not_evaluated', 'refuses'],
  ['a denial that cannot even be read', [rule({ expression: 'gpus >' })], 'rule_not_evaluated', 'refuses'],
  ['a question that fails', [rule({ effect: 'require_approval', expression: broken })], 'rule_not_evaluated', 'holds'],
  ['a warning that fails', [rule({ effect: 'warn', expression: broken })], 'passes', 'passes'],
  ['a denial comes before a question', [rule({ id: 'ask', effect: 'require_approval' }), rule()], 'denied_by_rule', 'refuses'],
  ['facts too large for rules', [rule()], 'rule_not_evaluated', 'refuses', { class: 'a'.repeat(64) }],
  ['an exception for the namespace', [rule({ exceptions: [exception()] })], 'passes', 'passes'],
  ['in its last moment', [rule({ exceptions: [exception({ until: '2026-11-21T12:00:00.001Z' })] })], 'passes', 'passes'],
  ['an exception that has ended', [rule({ exceptions: [exception({ until: '2026-11-21T12:00:00.000Z' })] })], 'denied_by_rule', 'refuses'],
  ['an exception whose end cannot be read', [rule({ exceptions: [exception({ until: 'never' })] })], 'denied_by_rule', 'refuses'],
  ['a namespace of that name in another tenant', [rule({ exceptions: [exception()] })], 'denied_by_rule', 'refuses', { tenant: { id: 'south' } }],
  ['a namespace by its name alone', [rule({ exceptions: [exception({ id: 'training' })] })], 'denied_by_rule', 'refuses'],
  ['a tenant called like the exception’s namespace', [rule({ exceptions: [exception({ kind: 'tenant', id: 'training' })] })], 'denied_by_rule', 'refuses'],
  ['an exception for the tenant', [rule({ exceptions: [exception({ kind: 'tenant', id: 'north' })] })], 'passes', 'passes'],
  ['an exception for the class', [rule({ exceptions: [exception({ kind: 'class', id: 'critical' })] })], 'passes', 'passes', { class: 'critical' }],
  ['an exception for another class', [rule({ exceptions: [exception({ kind: 'class', id: 'critical' })] })], 'denied_by_rule', 'refuses'],
  ['an exception from one rule is none from another', [rule({ exceptions: [exception()] }), rule({ id: 'other' })], 'denied_by_rule', 'refuses'],
  ['an exception from a rule that fails', [rule({ expression: broken, exceptions: [exception()] })], 'passes', 'passes'],
]
test.each(cases)('%s', (_says, rules, expected, outcome, more) => {
  const found = decideRules(rules, facts(more), evaluateRule)
  expect([found.outcome, found.outcome === 'passes' ? 'passes' : found.reason]).toEqual([outcome, expected])
})
test('every reason has a case', () => { expect(Object.keys(rulesRefusals).filter((reason) => !cases.some(([, , expected]) => expected === reason))).toEqual([]) })
test('every rule is in the trace, the shadow with what it would have done', () => {
  const found = decideRules([rule({ effect: 'warn' }), rule({ id: 'dark', mode: 'shadow' }), rule({ id: 'off', expression: 'gpus > 9' }), rule({ id: 'out', exceptions: [exception()] }), rule({ id: 'bad', effect: 'warn', expression: broken })], facts(), evaluateRule)
  expect(found).toMatchObject({
    outcome: 'passes', warnings: ['Too many.', 'The rule bad could not be evaluated (field not found: nothing), and so is taken to apply: Too many.'],
    saw: [{ rule: 'many', outcome: 'applies' }, { rule: 'dark', mode: 'shadow', outcome: 'applies' }, { rule: 'off', outcome: 'says nothing' }, { rule: 'out', outcome: 'applies', exception: 'namespace:north/training' }, { rule: 'bad', outcome: 'fails', because: 'field not found: nothing' }],
  })
})

const document = {
  rule: 'gpu-approval-required', condition: "spec.resources.requests['nvidia.com/gpu'] > 8", action: 'deny', message: 'GPU requests > 8 require manager approval. File request at go/gpu-request',
  exceptions: ['namespace:ml-platform-prod', 'priorityClass:system-critical'],
}
const given = { tenant: 'north', namespaces: ['ml-platform-prod'], owner: 'Ada', until: '2026-12-01T00:00:00.000Z', because: 'the platform’s own', mode: 'enforced' as const, now: '2026-11-21T12:00:00.000Z' }
test('a rule that other tools wrote is taken as it is, with what it does not say', () => {
  const by = { owner: given.owner, until: given.until, because: given.because }
  expect(importRule(document, given)).toEqual({
    ok: true,
    rule: {
      id: 'gpu-approval-required', title: 'gpu-approval-required', expression: document.condition, effect: 'deny', mode: 'enforced', message: document.message,
      exceptions: [{ kind: 'namespace', id: 'north/ml-platform-prod', ...by }, { kind: 'class', id: 'system-cluster-critical', ...by }, { kind: 'class', id: 'system-node-critical', ...by }],
    },
    warnings: [
      'Kubernetes has no priority class system-critical; its own are system-cluster-critical and system-node-critical. The exception was taken for both.',
      'The condition counts nvidia.com/gpu alone; gpus counts the devices of claims as well.',
    ],
  })
})
test('it does what it says: eight pass, nine are told whom to ask, and none needs no GPU to be asked for', () => {
  const imported = importRule(document, given)
  const asking = (gpus: bigint | null, more: Partial<RuleFacts> = {}) =>
    decideRules(imported.ok ? [imported.rule] : [], facts({ spec: { resources: { requests: requestsOf(gpus === null ? { cpu: 1n } : { 'nvidia.com/gpu': gpus }, ['nvidia.com/gpu']) } }, ...more }), evaluateRule)
  for (const gpus of [null, 0n, 7n, 8n]) expect(asking(gpus).outcome).toBe('passes')
  expect(asking(9n)).toMatchObject({ outcome: 'refuses', reason: 'denied_by_rule', says: 'GPU requests > 8 require manager approval. File request at go/gpu-request' })
  expect(asking(9n, { namespaceObject: { id: 'ml-platform-prod' } }).outcome).toBe('passes')
  expect(asking(9n, { namespaceObject: { id: 'ml-platform-prod' }, tenant: { id: 'south' } }).outcome).toBe('refuses')
  for (const chosen of ['system-cluster-critical', 'system-node-critical']) expect(asking(9n, { class: chosen }).outcome).toBe('passes')
  expect(asking(9n, { class: 'system-critical' }).outcome).toBe('refuses')
})
test.each<[says: string, document: unknown, given: Partial<{ [K in keyof typeof given]: (typeof given)[K] | null }>, because: string]>([
  ['no document', null, {}, 'null: It must be something that is an object.'], ['a key of its own', { ...document, priority: 1 }, {}, 'null: It must be something that has no priority.'], ['no message', { ...document, message: '' }, {}, 'message: It must be something that is not empty.'], ['another deed', { ...document, action: 'allow' }, {}, 'action: It must be something that is one of deny, warn, require_approval.'],
  ['a condition that is none', { ...document, condition: 'gpus' + ' >' }, {}, 'condition: The rule cannot be read. It is not CEL: '], ['a condition that is dear', { ...document, condition: 'spec.a.all(x, spec.a.all(y, spec.a.all(z, true)))' }, {}, 'condition: The rule cannot be shown to be cheap, so it cannot be enforced. It can be tried. At its worst it costs '],
  ['an exception of another kind', { ...document, exceptions: ['user:ada'] }, {}, 'exceptions.0: '], ['a namespace of no tenant', document, { tenant: null }, 'ml-platform-prod is of no tenant'], ['an end that is none', document, { until: 'never' }, 'until: '], ['nobody who answers for it', document, { owner: '' }, 'owner: '],
  ['no end', document, { until: null }, 'until: The document has exceptions: say until when they hold.'], ['an end that has come', document, { until: given.now }, 'until: That is no moment that is still to come'], ['no reason', document, { because: null }, 'because: The document has exceptions: say why.'],
])('%s is not taken', (_says, wrong, more, because) => {
  const imported = importRule(wrong, { ...given, ...more } as typeof given)
  expect(imported.ok ? '' : imported.problems.map(({ at, says }) => `${at}: ${says}`).join(' ')).toContain(because)
})
test('all that is wrong is told at once, and what is the same of each exception once', () => {
  expect(importRule({ ...document, condition: 'gpus >' }, { ...given, until: null, because: null })).toMatchObject({ ok: false, problems: [{ at: 'condition' }, { at: 'until' }, { at: 'because' }] })
})
test('an exception that can come to nothing is taken, and said to', () => {
  expect(importRule({ ...document, condition: 'gpus > 8', exceptions: ['namespace:training', 'namespace:south/serving', 'tenant:south', 'tenant:north'] }, given)).toMatchObject({
    ok: true, rule: { exceptions: { length: 4 } },
    warnings: ['There is no namespace north/training here, so its exception lets nobody off.', 'There is no namespace south/serving here, so its exception lets nobody off.', 'The exception of the tenant south comes to nothing: what north says of itself is asked of nobody else.'],
  })
})
test('a document without exceptions, and one with a whole namespace, need no tenant', () => {
  const { exceptions: _none, ...bare } = document
  expect(importRule(bare, { ...given, tenant: null })).toMatchObject({ ok: true, rule: { exceptions: [] } })
  expect(importRule({ ...document, exceptions: ['namespace:south/serving', 'tenant:north'] }, { ...given, tenant: null })).toMatchObject({ ok: true, rule: { exceptions: [{ kind: 'namespace', id: 'south/serving' }, { kind: 'tenant', id: 'north' }] } })
})

test('a policy of rules is kept only when all of them can be shown to be cheap, alone and together', () => {
  const policy = (...rules: Rule[]) => RulesPolicy.safeParse({ rules })
  expect(RulesPolicy.parse(defaultRulesPolicy)).toEqual({ rules: [] })
  expect(policy(rule(), rule({ id: 'other', exceptions: [exception()] })).success).toBe(true)
  const dear = { expression: 'labels.all(a, labels.all(b, true))' }
  expect(policy(rule(dear), rule({ id: 'b', ...dear })).success).toBe(true)
  for (const wrong of [[rule(dear), rule({ id: 'b', ...dear }), rule({ id: 'c', ...dear })], [rule(), rule()], [rule({ mode: 'shadow', expression: 'spec.a.all(x, spec.a.all(y, spec.a.all(z, true)))' })], [rule({ exceptions: [exception({ id: 'training' })] })], [rule({ exceptions: [exception({ until: 'x' })] })], [rule({ message: '' })],
    Array.from({ length: 51 }, (_, at) => rule({ id: `r${at}` })), Array.from({ length: 3 }, (_, at) => rule({ id: `r${at}`, expression: `class == '${'a'.repeat(9_000)}'` }))]) expect(policy(...wrong).success).toBe(false)
})
