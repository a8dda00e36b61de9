import { decideDead, type Dead } from '~/server/levels/decide-dead'
import { decideLevel, type Level, type Levelled, levels } from '~/server/levels/decide-level'
import type { Recent, RecentSort } from '~/server/levels/list-recent'
import type { Draft } from './read-rules'

/** What happened lately, of one deed and one outcome, and which rule would have it: of several, the newest stands for all. */
type Sample = { readonly key: string; readonly sort: RecentSort; readonly many: number; readonly hit: Levelled; readonly before: Level; readonly isOther: boolean }
export type Shown = {
  readonly rules: readonly { readonly id: string; readonly hits: number; readonly dead: Dead | null }[]
  readonly levels: readonly { readonly level: Level; readonly before: number; readonly after: number }[]
  readonly samples: readonly Sample[]
  /** Of so many it would be otherwise. */
  readonly others: number
}

/** Rules held against what was recorded: what each of them would have decided, and what would have been otherwise than under those that hold. */
export function prepareLevels(now: Draft, draft: Draft, { sorts }: Recent): Shown {
  const hits = new Map<string, number>()
  const counts = new Map<Level, { before: number; after: number }>(levels.map((level) => [level, { before: 0, after: 0 }]))
  const samples = new Map<string, Sample & { many: number }>()
  let others = 0
  for (const sort of sorts) {
    const [hit, held] = [decideLevel(draft.rules, sort), decideLevel(now.rules, sort)]
    if (hit.rule) hits.set(hit.rule.id, (hits.get(hit.rule.id) ?? 0) + sort.many)
    const [before, after] = [counts.get(held.level), counts.get(hit.level)]
    if (before) before.before += sort.many
    if (after) after.after += sort.many
    const isOther = held.level !== hit.level
    if (isOther) others += sort.many
    const key = [sort.resource, sort.verb, sort.outcome, hit.rule?.id ?? '', hit.level, held.level].join(' ')
    const known = samples.get(key)
    if (!known) samples.set(key, { key, sort, many: sort.many, hit, before: held.level, isOther })
    else samples.set(key, { ...known, many: known.many + sort.many, sort: sort.newest > known.sort.newest ? sort : known.sort })
  }
  const dead = decideDead(draft.rules)
  return {
    rules: draft.rules.map(({ id }, at) => ({ id, hits: hits.get(id) ?? 0, dead: dead[at] ?? null })),
    levels: [...counts].map(([level, count]) => ({ level, ...count })),
    samples: [...samples.values()].sort((one, other) => Number(other.isOther) - Number(one.isOther) || other.many - one.many || (one.key < other.key ? -1 : 1)), others,
  }
}
