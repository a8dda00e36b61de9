/**
 * What is lent goes back when whoever it belongs to wants it: a tenant that stays within its own share and finds its organisation full takes from what others have above
 * theirs. As few as can be, of these the lowest in priority, and of these the youngest; from nobody more than what they have above their own share.
 */
export type Lent = {
  readonly allocation: string
  readonly tenant: string
  readonly priority: number
  readonly since: string
  readonly amounts: Readonly<Record<string, string>>
  /** How often its place was taken already. */
  readonly preemptions: number
}
/** What each tenant has above its own share, by resource. */
export type Above = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Whoever lost a place so often is left alone: nobody is kept from ever coming to an end. */
export const preemptedMost = 3
/** A wish that would cost more than this waits. */
export const reclaimedMost = 8
/** So many sets are looked at for one wish: nobody can wait for all of them under a lock. The best until then is the answer. */
const setsMost = 400

/** Who goes first, first: the lowest priority, then the youngest. The order is total. */
const goesFirst = (a: Lent, b: Lent) => a.priority - b.priority || (a.since > b.since ? -1 : a.since < b.since ? 1 : a.allocation < b.allocation ? -1 : 1)

/** The smallest sets first, and among sets of a size those whose most senior member is most junior, and so on down. Null where there is none. */
export function decideReclaim(missing: Readonly<Record<string, bigint>>, lent: readonly Lent[], above: Above): readonly Lent[] | null {
  const wanted = Object.keys(missing).filter((resource) => (missing[resource] ?? 0n) > 0n)
  const of = (one: Lent, resource: string) => BigInt(one.amounts[resource] ?? '0')
  const eligible = lent.filter((one) => one.preemptions < preemptedMost && wanted.some((resource) => of(one, resource) > 0n && BigInt(above[one.tenant]?.[resource] ?? '0') > 0n)).sort(goesFirst)
  let sets = 0
  // Somebody who is at their own share already, by what was chosen before, keeps the rest.
  const isAbove = (one: Lent, chosen: readonly Lent[]) => wanted.some((resource) => {
    const freed = chosen.filter(({ tenant }) => tenant === one.tenant).reduce((sum, other) => sum + of(other, resource), 0n)
    return of(one, resource) > 0n && BigInt(above[one.tenant]?.[resource] ?? '0') > freed
  })
  const lacks = (resource: string, chosen: readonly Lent[]) => (missing[resource] ?? 0n) - chosen.reduce((sum, one) => sum + of(one, resource), 0n)
  const choose = (left: number, below: number, chosen: readonly Lent[]): readonly Lent[] | null => {
    if (++sets > setsMost) return null
    if (left === 0) return wanted.every((resource) => lacks(resource, chosen) <= 0n) ? chosen : null
    // A branch ends where the largest of what is left could not make up what is missing.
    const couldDo = wanted.every((resource) => {
      const largest = eligible.slice(0, below).map((one) => of(one, resource)).sort((a, b) => (a > b ? -1 : a < b ? 1 : 0)).slice(0, left)
      return largest.reduce((sum, amount) => sum + amount, 0n) >= lacks(resource, chosen)
    })
    if (!couldDo) return null
    for (let at = left - 1; at < below; at++) {
      const next = eligible[at]
      const found = next && isAbove(next, chosen) ? choose(left - 1, at, [...chosen, next]) : null
      if (found) return found
    }
    return null
  }
  if (wanted.length === 0) return []
  for (let size = 1; size <= Math.min(reclaimedMost, eligible.length); size++) {
    const found = choose(size, eligible.length, [])
    if (found) return found.toSorted(goesFirst)
  }
  return null
}
