import { z } from 'zod'
import { Handle, Prose } from '~/server/api/inputs'
import { compileRule } from './compile-rule'
import { lettersMost } from './decide-cost'
import type { Rule, RuleException } from './decide-rules'
import { sayRuleRefusal } from './rules.refusals'
import { RulePolicy } from './rules-policy'

/** What the text of a document may be: a condition as long as any, every letter of it escaped. */
export const ruleDocumentMost = { bytesMost: 64 * 1024, depthMost: 8 }
const Document = z.strictObject({
  rule: Handle, condition: z.string().min(1).max(lettersMost), action: z.enum(['deny', 'warn', 'require_approval']), message: Prose,
  exceptions: z.array(z.string().max(140).regex(/^(namespace|priorityClass|tenant):[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)?$/, 'is of a namespace, a priority class or a tenant, such as namespace:training')).max(50).default([]),
})
/**
 * What the document does not say: who answers for its exceptions, until when and why, whether it is a shadow first, and whose namespaces it speaks of. On the platform it
 * speaks of no tenant’s in particular; `namespaces` are those that the tenant has.
 */
export type Given = {
  readonly tenant: string | null; readonly namespaces: readonly string[]; readonly owner: string; readonly until: string | null; readonly because: string | null
  readonly mode: Rule['mode']; readonly now: string
}
/** At which place of the document, or of what was given with it, something is to be mended; null where it is all of it. */
export type RuleProblem = { readonly at: string | null; readonly says: string }
export type ImportedRule = { readonly ok: true; readonly rule: Rule; readonly warnings: readonly string[] } | { readonly ok: false; readonly problems: readonly RuleProblem[] }

/** Kubernetes' own classes, of which `system-critical` is neither. */
const systemClasses = ['system-cluster-critical', 'system-node-critical']

/** A rule as other tools write it. An exception becomes one with an owner and an end, for a namespace of one tenant: nobody gets past it by choosing a name. */
export function importRule(document: unknown, given: Given): ImportedRule {
  const read = Document.safeParse(document)
  if (!read.success) return { ok: false, problems: read.error.issues.map(said) }
  const { rule: id, condition: expression, action: effect, message, exceptions } = read.data
  const compiled = compileRule(expression)
  const parts = exceptions.map((text) => exceptionOf(text, given))
  const rule: Rule = { id, title: id, expression, effect, mode: given.mode, message, exceptions: parts.flatMap(({ exception }) => exception) }
  const known = [...(compiled.ok ? [] : [{ at: 'condition', says: sayRuleRefusal(compiled) }]), ...(exceptions.length > 0 ? unanswered(given) : []), ...parts.flatMap(({ problem }) => problem ?? [])]
  // What is wrong with each exception for the same reason was told once, of all of them.
  const problems = known.length > 0 ? known : (RulePolicy.safeParse(rule).error?.issues.map(said) ?? [])
  if (problems.length > 0) return { ok: false, problems }
  const counted = /requests\[\s*(['"])([^'"]*gpu[^'"]*)\1\s*\]/.exec(expression)?.[2]
  return { ok: true, rule, warnings: [...parts.flatMap(({ warning }) => warning ?? []), ...(counted ? [`The condition counts ${counted} alone; gpus counts the devices of claims as well.`] : [])] }
}
const said = ({ path, message }: { path: PropertyKey[]; message: string }): RuleProblem => ({ at: path.map(String).join('.') || null, says: `It must be something that ${message}.` })

function unanswered({ owner, until, because, now }: Given): RuleProblem[] {
  return [
    ...(owner === '' ? [{ at: 'owner', says: 'The document has exceptions, and nobody answers for them.' }] : []),
    ...(until === null ? [{ at: 'until', says: 'The document has exceptions: say until when they hold.' }] : Date.parse(until) > Date.parse(now) ? [] : [{ at: 'until', says: 'That is no moment that is still to come: an exception that has ended lets nobody off.' }]),
    ...(because === null ? [{ at: 'because', says: 'The document has exceptions: say why.' }] : []),
  ]
}

type Part = { readonly exception: readonly RuleException[]; readonly warning: string | null; readonly problem: RuleProblem | null }
function exceptionOf(text: string, { tenant, namespaces, owner, until, because }: Given): Part {
  const at = text.indexOf(':')
  const [kind, id] = [text.slice(0, at), text.slice(at + 1)]
  const one = (as: RuleException['kind'], whose: string): RuleException => ({ kind: as, id: whose, owner, until: until ?? '', because: because ?? '' })
  const taken = (exception: RuleException, warning: string | null = null): Part => ({ exception: [exception], warning, problem: null })
  if (kind === 'tenant') return taken(one('tenant', id), tenant === null || id === tenant ? null : `The exception of the tenant ${id} comes to nothing: what ${tenant} says of itself is asked of nobody else.`)
  if (kind === 'namespace') {
    const whole = id.includes('/') ? id : tenant === null ? null : `${tenant}/${id}`
    if (whole === null) return { exception: [], warning: null, problem: { at: 'exceptions', says: `The namespace ${id} is of no tenant; say whose.` } }
    if (tenant !== null && !namespaces.some((namespace) => whole === `${tenant}/${namespace}`)) return taken(one('namespace', whole), `There is no namespace ${whole} here, so its exception lets nobody off.`)
    return taken(one('namespace', whole))
  }
  if (id !== 'system-critical') return taken(one('class', id))
  return {
    exception: systemClasses.map((name) => one('class', name)), problem: null,
    warning: `Kubernetes has no priority class system-critical; its own are ${systemClasses.join(' and ')}. The exception was taken for both.`,
  }
}
