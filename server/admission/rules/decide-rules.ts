import type { Found } from '~/server/admission/found'
import type { Amount } from '~/server/shared/amount'

export type RulesReason = 'denied_by_rule' | 'rule_not_evaluated' | 'approval_by_rule'
/** Whom a rule is not for, for a while, and who answers for that. A namespace is named with its tenant: `north/training`. */
export type RuleException = { readonly kind: 'tenant' | 'namespace' | 'class'; readonly id: string; readonly owner: string; readonly until: string; readonly because: string }
export type Rule = {
  readonly id: string
  readonly title: string
  /** True where the rule has something to say. */
  readonly expression: string
  readonly effect: 'warn' | 'deny' | 'require_approval'
  /** A shadow says in the trace what it would have done, and does nothing. */
  readonly mode: 'enforced' | 'shadow'
  readonly message: string
  readonly exceptions: readonly RuleException[]
}

export type FactValue = null | boolean | number | bigint | string | readonly FactValue[] | { readonly [key: string]: FactValue }
type FactMap = { readonly [key: string]: FactValue }
/**
 * All that a rule can see. Whole numbers are whole numbers there; amounts are in smallest units (`cpu` in thousandths). `namespaceObject` is Kubernetes' word for it in the same
 * language, in which `namespace` is reserved.
 */
export type RuleFacts = {
  readonly spec: FactMap
  readonly tenant: FactMap & { readonly id: string }
  readonly namespaceObject: FactMap & { readonly id: string }
  readonly labels: Readonly<Record<string, string>>
  readonly person: { readonly roles: readonly string[]; readonly machine: boolean }
  readonly class: string
  /** All devices together, those of claims in their worst case. */
  readonly gpus: Amount
  readonly now: string
}
export type RuleRun = { readonly ok: true; readonly value: boolean } | { readonly ok: false; readonly because: string }
/** Runs an expression over facts (evaluate-rule.ts); handed in, because deciders run no languages. */
export type Evaluate = (expression: string, facts: RuleFacts) => RuleRun

/** What `spec.resources.requests` is: every resource that is known here, with nought for what was not asked for, so that a rule need not ask first. */
export const requestsOf = (amounts: Readonly<Record<string, Amount>>, known: readonly string[]): Readonly<Record<string, Amount>> =>
  Object.fromEntries([...known.map((resource): [string, Amount] => [resource, 0n]), ...Object.entries(amounts)])

type Spoken = { readonly rule: Rule; readonly outcome: 'says nothing' | 'applies' | 'fails'; readonly because: string | null; readonly exception: RuleException | null }

export function decideRules(rules: readonly Rule[], facts: RuleFacts, evaluate: Evaluate): Found<RulesReason> {
  const spoken = rules.map((rule) => speak(rule, facts, evaluate))
  const active = spoken.filter(({ rule, outcome, exception }) => rule.mode === 'enforced' && outcome !== 'says nothing' && exception === null)
  const saw = spoken.map(({ rule: { id, effect, mode }, outcome, because, exception }) => ({ rule: id, effect, mode, outcome, because, exception: exception && `${exception.kind}:${exception.id}` }))
  const warnings = active.filter(({ rule }) => rule.effect === 'warn').map(sentence)
  const denies = active.filter(({ rule }) => rule.effect === 'deny')
  const holds = active.filter(({ rule }) => rule.effect === 'require_approval')
  const [first] = denies.length ? denies : holds
  if (!first) return { outcome: 'passes', saw, warnings }
  const reason = first.outcome === 'fails' ? 'rule_not_evaluated' : denies.length ? 'denied_by_rule' : 'approval_by_rule'
  return { outcome: denies.length ? 'refuses' : 'holds', reason, says: (denies.length ? denies : holds).map(sentence).join(' '), saw, warnings }
}

/** A rule that fails is taken to apply: what it was to keep out must not come in by breaking it. */
function speak(rule: Rule, facts: RuleFacts, evaluate: Evaluate): Spoken {
  const run = evaluate(rule.expression, facts)
  const exception = rule.exceptions.find((one) => isFor(one, facts)) ?? null
  if (!run.ok) return { rule, outcome: 'fails', because: run.because, exception }
  return { rule, outcome: run.value ? 'applies' : 'says nothing', because: null, exception: run.value ? exception : null }
}
const sentence = ({ rule, outcome, because }: Spoken): string =>
  outcome === 'fails' ? `The rule ${rule.id} could not be evaluated (${because}), and so is taken to apply: ${rule.message}` : rule.message

/** What has no end that can be read has ended. */
function isFor({ kind, id, until }: RuleException, { tenant, namespaceObject, class: chosen, now }: RuleFacts): boolean {
  if (!(Date.parse(until) > Date.parse(now))) return false
  switch (kind) {
    case 'tenant': return id === tenant.id
    case 'namespace': return id === `${tenant.id}/${namespaceObject.id}`
    case 'class': return id === chosen
  }
}
