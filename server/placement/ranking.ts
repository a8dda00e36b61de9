/**
 * For one shape, the piles of each shelf from the best on. A ranking reads which piles changed since it last looked, and works out a score only for piles it has not seen.
 * What it holds may be out of date, and is asked again when it comes to the top: the score of a pile never changes while the pile exists, only which node of it is the first.
 */
import { type Shape, whyNotNow } from './decide-feasible'
import { firstOf, type Pile, type Shelf } from './fleet'
import { type Entry, Heap } from './heap'
import type { Policy } from './policies/policy'

const unfit = Number.NEGATIVE_INFINITY
export type Taken = { pile: Pile; entry: Entry }
type Shown = { heap: Heap; read: number; scores: Float64Array; births: Float64Array }

export class Ranking {
  readonly #shown = new Map<Shelf, Shown>()
  constructor(readonly shape: Shape, readonly policy: Policy) {}

  /** The best that is true, left where it is; `taken` are piles that count no longer. */
  best(shelf: Shelf, taken: readonly Taken[]): Taken | null {
    const shown = this.#shownOf(shelf)
    for (let entry = shown.heap.top(); entry; entry = shown.heap.top()) {
      const pile = shelf.byIndex[entry.pile]
      if (pile && firstOf(pile) === entry.order && this.#score(shown, pile) === entry.score && !taken.some((other) => other.pile === pile)) return { pile, entry }
      shown.heap.pop()
    }
    return null
  }
  take(shelf: Shelf): void { this.#shownOf(shelf).heap.pop() }
  giveBack(shelf: Shelf, entry: Entry): void { this.#shownOf(shelf).heap.push(entry) }

  catchUpWhereShown(): void { for (const shelf of this.#shown.keys()) this.catchUp(shelf) }
  /** Reads what changed. Whoever would have to read more than there are piles looks at the piles instead. */
  catchUp(shelf: Shelf): void {
    const shown = this.#shownOf(shelf)
    const now = shelf.forgotten + shelf.changed.length
    if (shown.read === now) return
    if (shown.read < shelf.forgotten || now - shown.read > shelf.piles.size || shown.heap.size > 4 * shelf.piles.size + 64) {
      shown.heap.clear()
      for (const pile of shelf.piles.values()) this.#show(shown, pile)
    } else {
      for (let at = shown.read - shelf.forgotten; at < shelf.changed.length; at++) {
        const pile = shelf.byIndex[shelf.changed[at] ?? -1]
        if (pile) this.#show(shown, pile)
      }
    }
    shown.read = now
  }

  #show(shown: Shown, pile: Pile): void {
    const score = this.#score(shown, pile)
    if (score !== unfit) shown.heap.push({ score, order: firstOf(pile), pile: pile.index })
  }
  #score(shown: Shown, pile: Pile): number {
    if (pile.index >= shown.births.length) lengthen(shown, 2 * pile.index + 64)
    if (shown.births[pile.index] !== pile.born) {
      shown.births[pile.index] = pile.born
      shown.scores[pile.index] = whyNotNow(pile, this.shape) ? unfit : this.policy.rate(pile, pile.shelf.market, this.shape).score
    }
    return shown.scores[pile.index] ?? unfit
  }
  #shownOf(shelf: Shelf): Shown {
    const known = this.#shown.get(shelf)
    if (known) return known
    const shown: Shown = { heap: new Heap(), read: -1, scores: new Float64Array(0), births: new Float64Array(0) }
    this.#shown.set(shelf, shown)
    return shown
  }
}

function lengthen(shown: Shown, length: number): void {
  const { scores, births } = shown
  shown.scores = new Float64Array(length)
  shown.births = new Float64Array(length)
  shown.scores.set(scores)
  shown.births.set(births)
}
