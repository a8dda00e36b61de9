/** What the product ships that somebody's own rules do not have: rules are chosen whole, and whoever chose theirs is offered none that came later. */
import { coversList } from './decide-dead'
import { type LevelRule, levels } from './decide-level'

/** `no_rule`: none of that name. Of one that has its name, `keeps_less` or `of_less`: it says of it a lower level, or does not speak of all that the shipped one does. */
export type Lacking = { readonly rule: LevelRule; readonly because: 'no_rule' | 'keeps_less' | 'of_less' }
const lists = ['effects', 'resources', 'verbs', 'outcomes', 'actors', 'tenants', 'namespaces', 'regimes'] as const

export function decideLacking(own: readonly LevelRule[], shipped: readonly LevelRule[]): Lacking[] {
  return shipped.flatMap((rule): Lacking[] => {
    const same = own.find(({ id }) => id === rule.id)
    if (!same) return [{ rule, because: 'no_rule' }]
    if (levels.indexOf(same.level) < levels.indexOf(rule.level)) return [{ rule, because: 'keeps_less' }]
    return lists.every((list) => coversList(same[list], rule[list])) ? [] : [{ rule, because: 'of_less' }]
  })
}

/** With the shipped rule in it: where one of its name stands, or after the nearest that it is shipped after, or before the nearest that it is shipped before. */
export function withShipped(own: readonly LevelRule[], shipped: readonly LevelRule[], id: string): readonly LevelRule[] {
  const at = shipped.findIndex((rule) => rule.id === id)
  const rule = shipped[at]
  if (!rule) return own
  if (own.some((other) => other.id === id)) return own.map((other) => (other.id === id ? rule : other))
  const placeOf = (other: LevelRule | undefined) => own.findIndex((one) => one.id === other?.id)
  const before = shipped.slice(0, at).findLast((other) => placeOf(other) >= 0)
  const after = shipped.slice(at + 1).find((other) => placeOf(other) >= 0)
  const place = before ? placeOf(before) + 1 : after ? placeOf(after) : Math.min(at, own.length)
  return [...own.slice(0, place), rule, ...own.slice(place)]
}
