/** Of something so much is missing, and each of those who could go would free so much of it. */
export type Need<T> = { readonly missing: bigint; readonly frees: (one: T) => bigint }
export type Within<T> = {
  /** Whether one more may go, after those who were chosen. */
  readonly mayAlso?: (one: T, chosen: readonly T[]) => boolean
  /** Whether these are enough, where the needs alone do not say it. */
  readonly does?: (chosen: readonly T[]) => boolean
  /** How many sets were looked at already, where several are looked for one after another; and how many may be. */
  readonly looked?: { sets: number; readonly most: number }
}

/** So many sets are looked at for one wish: nobody can wait for all of them under a lock. The best until then is the answer. */
const setsMost = 400

/**
 * The smallest sets first, and among sets of a size those whose most senior member is most junior, and so on down: `eligible` is in the order in which they go. Null where
 * there is none of at most `most`.
 */
export function decideFewest<T>(needs: readonly Need<T>[], eligible: readonly T[], most: number, { mayAlso = () => true, does = () => true, looked = { sets: 0, most: setsMost } }: Within<T> = {}): readonly T[] | null {
  if (needs.length === 0) return []
  const frees = needs.map((need) => eligible.map(need.frees))
  const couldFree = frees.map((amounts) => largestOf(amounts, most))
  const lacks = (n: number, chosen: readonly number[]) => chosen.reduce((left, at) => left - (frees[n]?.[at] ?? 0n), needs[n]?.missing ?? 0n)
  const each = (chosen: readonly number[]) => chosen.map((at) => eligible[at] as T)
  const choose = (left: number, below: number, chosen: readonly number[]): readonly number[] | null => {
    if (++looked.sets > looked.most) return null
    if (left === 0) return needs.every((_, n) => lacks(n, chosen) <= 0n) && does(each(chosen)) ? chosen : null
    // A branch ends where the largest of what is left could not make up what is missing.
    if (!needs.every((_, n) => (couldFree[n]?.(below, left) ?? 0n) >= lacks(n, chosen))) return null
    for (let at = left - 1; at < below; at++) {
      const found = mayAlso(eligible[at] as T, each(chosen)) ? choose(left - 1, at, [...chosen, at]) : null
      if (found) return found
    }
    return null
  }
  for (let size = 1; size <= Math.min(most, eligible.length); size++) {
    const found = choose(size, eligible.length, [])
    if (found) return each([...found].reverse())
  }
  return null
}

/** Of the first so many amounts the largest, so many of them together. */
function largestOf(amounts: readonly bigint[], most: number): (below: number, left: number) => bigint {
  const known = new Map<number, readonly bigint[]>()
  return (below, left) => {
    const largest = known.get(below) ?? amounts.slice(0, below).sort((a, b) => (a > b ? -1 : a < b ? 1 : 0)).slice(0, most)
    known.set(below, largest)
    return largest.slice(0, left).reduce((sum, amount) => sum + amount, 0n)
  }
}
