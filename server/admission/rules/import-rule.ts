import { z } from 'zod'
import { Handle, Prose } from '~/server/api/inputs'
import { compileRule } from './compile-rule'
import { lettersMost } from './decide-cost'
import type { Rule, RuleException } from './decide-rules'
import { RulePolicy } from './rules-policy'

const Document = z.strictObject({
  rule: Handle, condition: z.string().min(1).max(lettersMost), action: z.enum(['deny', 'warn', 'require_approval']), message: Prose,
  exceptions: z.array(z.string().max(140).regex(/^(namespace|priorityClass|tenant):[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)?$/, 'is of a namespace, a priority class or a tenant, such as namespace:training')).max(50).default([]),
})
/** What the document does not say: who answers for its exceptions, until when and why, and whose namespaces it speaks of. */
export type Given = { readonly tenant: string | null; readonly owner: string; readonly until: string; readonly because: string; readonly mode: Rule['mode'] }
export type ImportedRule = { ok: true; rule: Rule; warnings: string[] } | { ok: false; problems: string[] }

/** Kubernetes' own classes, of which `system-critical` is neither. */
const systemClasses = ['system-cluster-critical', 'system-node-critical']

/** A rule as other tools write it. An exception becomes one with an owner and an end, for a namespace of one tenant: nobody gets past it by choosing a name. */
export function importRule(document: unknown, given: Given): ImportedRule {
  const read = Document.safeParse(document)
  if (!read.success) return { ok: false, problems: read.error.issues.map(said) }
  const { rule: id, condition: expression, action: effect, message } = read.data
  const compiled = compileRule(expression)
  if (!compiled.ok) return { ok: false, problems: [`condition: ${compiled.says}`] }
  const parts = read.data.exceptions.map((text) => exceptionOf(text, given))
  const rule: Rule = { id, title: id, expression, effect, mode: given.mode, message, exceptions: parts.flatMap(({ exceptions }) => exceptions) }
  const problems = [...parts.flatMap(({ problem }) => problem ?? []), ...(RulePolicy.safeParse(rule).error?.issues.map(said) ?? [])]
  if (problems.length) return { ok: false, problems }
  const counted = /requests\[\s*(['"])([^'"]*gpu[^'"]*)\1\s*\]/.exec(expression)?.[2]
  return { ok: true, rule, warnings: [...parts.flatMap(({ warning }) => warning ?? []), ...(counted ? [`The condition counts ${counted} alone; gpus counts the devices of claims as well.`] : [])] }
}
const said = ({ path, message }: { path: PropertyKey[]; message: string }) => `${path.map(String).join('.') || 'The document'}: ${message}`

type Part = { readonly exceptions: readonly RuleException[]; readonly warning: string | null; readonly problem: string | null }
function exceptionOf(text: string, { tenant, owner, until, because }: Given): Part {
  const at = text.indexOf(':')
  const [kind, id] = [text.slice(0, at), text.slice(at + 1)]
  const one = (as: RuleException['kind'], whose: string): RuleException => ({ kind: as, id: whose, owner, until, because })
  if (kind === 'tenant') return { exceptions: [one('tenant', id)], warning: null, problem: null }
  if (kind === 'namespace') {
    const whole = id.includes('/') ? id : tenant === null ? null : `${tenant}/${id}`
    return whole === null ? { exceptions: [], warning: null, problem: `exceptions: the namespace ${id} is of no tenant; say whose.` } : { exceptions: [one('namespace', whole)], warning: null, problem: null }
  }
  if (id !== 'system-critical') return { exceptions: [one('class', id)], warning: null, problem: null }
  return {
    exceptions: systemClasses.map((name) => one('class', name)), problem: null,
    warning: `Kubernetes has no priority class system-critical; its own are ${systemClasses.join(' and ')}. The exception was taken for both.`,
  }
}
