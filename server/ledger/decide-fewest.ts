/** Of something so much is missing, and each of those who could go would free so much of it. */
export type Need<T> = { readonly missing: bigint; readonly frees: (one: T) => bigint }

/** So many sets are looked at for one wish: nobody can wait for all of them under a lock. The best until then is the answer. */
const setsMost = 400

/**
 * The smallest sets first, and among sets of a size those whose most senior member is most junior, and so on down: `eligible` is in the order in which they go. Null where
 * there is none of at most `most`. `mayAlso` says whether one more may go, after those who were chosen.
 */
export function decideFewest<T>(needs: readonly Need<T>[], eligible: readonly T[], most: number, mayAlso: (one: T, chosen: readonly T[]) => boolean = () => true): readonly T[] | null {
  let sets = 0
  const lacks = ({ missing, frees }: Need<T>, chosen: readonly T[]) => missing - chosen.reduce((sum, one) => sum + frees(one), 0n)
  const choose = (left: number, below: number, chosen: readonly T[]): readonly T[] | null => {
    if (++sets > setsMost) return null
    if (left === 0) return needs.every((need) => lacks(need, chosen) <= 0n) ? chosen : null
    // A branch ends where the largest of what is left could not make up what is missing.
    const couldDo = needs.every((need) => {
      const largest = eligible.slice(0, below).map(need.frees).sort((a, b) => (a > b ? -1 : a < b ? 1 : 0)).slice(0, left)
      return largest.reduce((sum, amount) => sum + amount, 0n) >= lacks(need, chosen)
    })
    if (!couldDo) return null
    for (let at = left - 1; at < below; at++) {
      const next = eligible[at]
      const found = next !== undefined && mayAlso(next, chosen) ? choose(left - 1, at, [...chosen, next]) : null
      if (found) return found
    }
    return null
  }
  if (needs.length === 0) return []
  for (let size = 1; size <= Math.min(most, eligible.length); size++) {
    const found = choose(size, eligible.length, [])
    if (found) return eligible.filter((one) => found.includes(one))
  }
  return null
}
