import { type LevelRule, levels } from '~/server/levels/decide-level'
import type { Json } from '~/server/shared/canonical'

export type Draft = { readonly rules: readonly LevelRule[]; readonly bodyBytesMost: number }
const lists = ['effects', 'resources', 'verbs', 'outcomes', 'actors', 'tenants', 'namespaces', 'regimes'] as const
const isWords = (value: unknown): boolean => value === null || (Array.isArray(value) && value.every((word) => typeof word === 'string'))
function isRule(value: unknown): value is LevelRule {
  if (typeof value !== 'object' || value === null) return false
  const rule = value as { readonly [name in keyof LevelRule]?: unknown }
  return typeof rule.id === 'string' && typeof rule.title === 'string' && (levels as readonly unknown[]).includes(rule.level) && lists.every((list) => isWords(rule[list]))
}
/** What is typed, as far as it can be shown as rules. Null where it cannot: the door says what is wrong with it. */
export function readRules(body: Json): Draft | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const { rules, bodyBytesMost } = body as { rules?: unknown; bodyBytesMost?: unknown }
  if (!Array.isArray(rules) || typeof bodyBytesMost !== 'number') return null
  // A rule that somebody wrote before it could speak of regimes is of any.
  const read = rules.map((rule: unknown) => (typeof rule === 'object' && rule !== null ? { regimes: null, ...rule } : rule))
  return read.every(isRule) ? { rules: read, bodyBytesMost } : null
}
/** With the rule one place further up or down, or as it is where there is none. */
export function moved({ rules, ...rest }: Draft, id: string, way: -1 | 1): Draft {
  const at = rules.findIndex((rule) => rule.id === id)
  const [one, other] = [rules[at], rules[at + way]]
  if (!one || !other) return { rules, ...rest }
  return { ...rest, rules: rules.map((rule, place) => (place === at ? other : place === at + way ? one : rule)) }
}
