import type { Reach } from '~/server/authorization/permit'
import type { Level } from '~/server/ledger/account'
import type { Fit } from '~/server/ledger/decide-fit'

/** One limit on the way up: whether what is asked fits, what it is made of where its reader may know that, and whether it is the one that binds. */
export type Bound = { level: Level; fits: boolean; figures: { limit: string; used: string; held: string; unexplained: string; free: string } | null; binds: boolean }

/**
 * Which of the limits above a wish is the first that is in its way: where one has no room, the narrowest of those; where all have, the one with the least left, of equals
 * the narrowest. A tenant's figures are for who reaches all of it, and the organisation's for nobody: those are told as fits or does not fit, and never as what is left.
 */
export function decideBinds(fits: readonly Fit[], reach: Reach): Bound[] {
  const bounds = [...fits].reverse().map(({ level, fits: has, figures }): Bound => {
    const isSeen = level === 'namespace' || level === 'class' || (level === 'tenant' && reach === '*')
    if (!isSeen || !figures) return { level, fits: has, figures: null, binds: false }
    const { hard, used, held, unexplained } = figures
    const free = BigInt(hard) - BigInt(used) - BigInt(held) - BigInt(unexplained)
    return { level, fits: has, figures: { limit: hard, used, held, unexplained, free: `${free > 0n ? free : 0n}` }, binds: false }
  })
  const left = (bound: Bound) => BigInt(bound.figures?.free ?? 0)
  const least = bounds.filter(({ figures }) => figures !== null).reduce<Bound | null>((best, bound) => (best === null || left(bound) < left(best) ? bound : best), null)
  const binding = bounds.find(({ fits: has }) => !has) ?? least
  return bounds.map((bound) => ({ ...bound, binds: bound === binding }))
}
