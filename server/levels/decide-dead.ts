/** What can be said of rules without an event: which of them never decide anything, because of which others, and which say less than must be kept. */
import { boundsOf, effectOf, isOfKind, type Kind, kinds, type LevelRule, type Outcome, outcomes } from './decide-level'

type Cell = { readonly kind: Kind; readonly outcome: Outcome }
/** All that a rule speaks of. What it names by both names need not be in any list: the engine does things of its own. */
function cellsOf(rule: LevelRule): Cell[] {
  const named = (rule.resources ?? []).flatMap((resource) => (rule.verbs ?? []).map((verb) => ({ resource, verb })))
  const unlisted = named.filter((kind) => isOfKind(rule, kind) && !kinds.some(({ resource, verb }) => resource === kind.resource && verb === kind.verb))
  return [...kinds.filter((kind) => isOfKind(rule, kind)), ...unlisted].flatMap((kind) => (rule.outcomes ?? outcomes).map((outcome) => ({ kind, outcome })))
}
export const coversList = (wide: readonly string[] | null, narrow: readonly string[] | null): boolean => wide === null || narrow?.every((one) => wide.includes(one)) === true
/** Whether whatever the narrow rule would decide there, the wide one decides. */
const covers = (wide: LevelRule, narrow: LevelRule, { kind, outcome }: Cell): boolean =>
  isOfKind(wide, kind) && (wide.outcomes ?? outcomes).includes(outcome) && coversList(wide.actors, narrow.actors) && coversList(wide.tenants, narrow.tenants) && coversList(wide.regimes, narrow.regimes) && coversList(wide.namespaces, narrow.namespaces)

/** Why a rule decides nothing: what it names is nothing that is done here, or the rules before it, by id, have all of it. */
export type Dead = { readonly because: 'names_nothing' } | { readonly because: 'shadowed'; readonly by: readonly string[] }
export function decideDead(rules: readonly LevelRule[]): (Dead | null)[] {
  return rules.map((rule, at) => {
    const cells = cellsOf(rule)
    if (cells.length === 0) return { because: 'names_nothing' }
    const before = rules.slice(0, at)
    const first = cells.map((cell) => before.find((other) => covers(other, rule, cell)))
    return first.every((other) => other !== undefined) ? { because: 'shadowed', by: [...new Set(first.flatMap((other) => other?.id ?? []))] } : null
  })
}

/** The first thing that a rule of None would leave out and that must be kept; null where there is none. */
export type TooLittle = { readonly rule: number; readonly what: string; readonly outcome: Outcome; readonly because: 'changes' | 'refused' | 'recorded' }
export function decideTooLittle(rules: readonly LevelRule[]): TooLittle | null {
  for (const [at, rule] of rules.entries()) {
    if (rule.level !== 'None') continue
    for (const cell of cellsOf(rule)) {
      const { kind, outcome } = cell
      if (boundsOf(kind, outcome).least === 'None' || rules.slice(0, at).some((other) => covers(other, rule, cell))) continue
      return { rule: at, what: `${kind.resource}.${kind.verb}`, outcome, because: outcome !== 'done' ? 'refused' : effectOf(kind) === 'read' ? 'recorded' : 'changes' }
    }
  }
  return null
}
