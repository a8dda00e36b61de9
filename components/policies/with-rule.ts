import type { Rule } from '~/server/admission/rules/decide-rules'
import type { Json } from '~/server/shared/canonical'
import { readText, textOf } from './policy-text'

/** The draft of a policy of rules as it stands: its rules, as far as they can be told apart. Null where it cannot be read, and then nothing is put into it. */
function rulesIn(text: string): { body: { readonly [key: string]: Json }; rules: readonly Json[] } | null {
  const read = readText(text)
  if (!read.ok || typeof read.body !== 'object' || read.body === null || Array.isArray(read.body)) return null
  const { rules } = read.body as { rules?: Json }
  return Array.isArray(rules) ? { body: read.body as { readonly [key: string]: Json }, rules: rules as readonly Json[] } : null
}
const idOf = (rule: Json): Json | undefined => (typeof rule === 'object' && rule !== null ? (rule as { readonly [key: string]: Json }).id : undefined)

/** A draft with this rule in it: in the place of those that had its id, or after all others. */
export function withRule(text: string, rule: Rule): { readonly text: string; readonly replaces: boolean } | null {
  const found = rulesIn(text)
  if (!found) return null
  const at = found.rules.findIndex((other) => idOf(other) === rule.id)
  const others = found.rules.filter((other) => idOf(other) !== rule.id)
  const rules = at < 0 ? [...others, rule] : [...others.slice(0, at), rule, ...others.slice(at)]
  return { text: textOf({ ...found.body, rules } as Json), replaces: at >= 0 }
}

/** Whether a document has exceptions, as far as it can be read while it is being typed: somebody must answer for them. */
export function hasExceptions(document: string): boolean {
  const read = readText(document)
  const exceptions = read.ok && typeof read.body === 'object' && read.body !== null ? (read.body as { exceptions?: Json }).exceptions : undefined
  return Array.isArray(exceptions) && exceptions.length > 0
}
