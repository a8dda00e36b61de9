/**
 * For one shape, the piles of each shelf from the best on. A ranking reads which piles changed since it last looked, and works out a score only for piles it has not seen.
 * What it holds may be out of date, and is asked again when it comes to the top: the score of a pile never changes while the pile exists, only which node of it is the first.
 */
import { type Shape, tightest, whyNotNow } from './decide-feasible'
import { firstOf, type Pile, type Shelf } from './fleet'
import { type Entry, Heap } from './heap'
import { type Policy, rate } from './policies/policy'

const unfit = Number.NEGATIVE_INFINITY
const nowhere = -1
export type Taken = { pile: Pile; entry: Entry }
/** By the index of a pile: what its score was, which GPU was best, at which birth of a pile there that was said, and with which first node it stands in the heap. */
type Shown = { shelf: Shelf; heap: Heap; read: number; scores: Float64Array; births: Float64Array; gpus: Int16Array; orders: Int32Array }

/** What is lost on a pile as it stands is the same for every shape: it is worked out once. */
export class Losses {
  readonly #byShelf: { births: number[]; lost: number[] }[] = []
  constructor(readonly policy: Policy) {}
  on(pile: Pile): number {
    const { index, born, shelf } = pile
    const known = this.#byShelf[shelf.index] ?? { births: [], lost: [] }
    this.#byShelf[shelf.index] = known
    if (known.births[index] !== born) {
      known.births[index] = born
      known.lost[index] = this.policy.lost(pile, shelf.market)
    }
    return known.lost[index] ?? 0
  }
}

export class Ranking {
  readonly #shown: (Shown | undefined)[] = []
  constructor(readonly shape: Shape, readonly losses: Losses) {}

  /** The best that is true, left where it is; `taken` are piles that count no longer. */
  best(shelf: Shelf, taken: readonly Taken[]): Taken | null {
    const shown = this.#shownOf(shelf)
    for (let entry = shown.heap.top(); entry; entry = shown.heap.top()) {
      const pile = shelf.byIndex[entry.pile]
      if (pile && firstOf(pile) === entry.order && this.#score(shown, pile) === entry.score && !taken.some((other) => other.pile === pile)) return { pile, entry }
      drop(shown, entry)
    }
    return null
  }
  take({ pile, entry }: Taken): void { drop(this.#shownOf(pile.shelf), entry) }
  giveBack({ pile }: Taken): void { this.#show(this.#shownOf(pile.shelf), pile) }
  /** Which GPUs of the pile's nodes it would take. */
  gpusOn(pile: Pile): readonly number[] {
    const shown = this.#shownOf(pile.shelf)
    this.#score(shown, pile)
    return this.shape.gpus === 1 ? [shown.gpus[pile.index] ?? 0] : tightest(pile, this.shape)
  }

  catchUpAll(): void { for (const shown of this.#shown) if (shown) this.#read(shown) }
  /** Reads what changed. Whoever would have to read more than there are piles looks at the piles instead. */
  catchUp(shelf: Shelf): void { this.#read(this.#shownOf(shelf)) }
  #read(shown: Shown): void {
    const { shelf } = shown
    const now = shelf.forgotten + shelf.changed.length
    if (shown.read === now) return
    if (shown.read < shelf.forgotten || now - shown.read > shelf.piles.size || shown.heap.size > 4 * shelf.piles.size + 64) {
      shown.heap.clear()
      shown.orders.fill(nowhere)
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
    const order = firstOf(pile)
    if (score === unfit || shown.orders[pile.index] === order) return
    shown.orders[pile.index] = order
    shown.heap.push({ score, order, pile: pile.index })
  }
  #score(shown: Shown, pile: Pile): number {
    const { index, born, shelf } = pile
    if (index >= shown.births.length) lengthen(shown, 2 * index + 64)
    if (shown.births[index] !== born) {
      const rating = whyNotNow(pile, this.shape) ? null : rate(this.losses.policy, pile, shelf.market, this.shape, this.losses.on(pile))
      shown.births[index] = born
      shown.orders[index] = nowhere
      shown.scores[index] = rating?.score ?? unfit
      shown.gpus[index] = rating?.gpus[0] ?? 0
    }
    return shown.scores[index] ?? unfit
  }
  #shownOf(shelf: Shelf): Shown {
    const known = this.#shown[shelf.index]
    if (known) return known
    const shown: Shown = { shelf, heap: new Heap(), read: -1, scores: new Float64Array(0), births: new Float64Array(0), gpus: new Int16Array(0), orders: new Int32Array(0) }
    this.#shown[shelf.index] = shown
    return shown
  }
}

function drop({ heap, orders }: Shown, { pile, order }: Entry): void {
  heap.pop()
  if (orders[pile] === order) orders[pile] = nowhere
}
function lengthen(shown: Shown, length: number): void {
  const { scores, births, gpus, orders } = shown
  Object.assign(shown, { scores: new Float64Array(length), births: new Float64Array(length), gpus: new Int16Array(length), orders: new Int32Array(length).fill(nowhere) })
  shown.scores.set(scores)
  shown.births.set(births)
  shown.gpus.set(gpus)
  shown.orders.set(orders)
}
