/** The best of many: the highest score first, and of equal scores the lowest order. It holds what it was given until that is taken out; whether it still holds true is for whoever takes it. */
export type Entry = { score: number; order: number; pile: number }

export class Heap {
  #scores = new Float64Array(64)
  #orders = new Int32Array(64)
  #piles = new Int32Array(64)
  #size = 0
  get size(): number { return this.#size }

  clear(): void { this.#size = 0 }
  top(): Entry | null { return this.#size === 0 ? null : this.#at(0) }

  push({ score, order, pile }: Entry): void {
    if (this.#size === this.#scores.length) this.#grow()
    let at = this.#size++
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (!this.#isBefore(score, order, parent)) break
      this.#copy(parent, at)
      at = parent
    }
    this.#set(at, score, order, pile)
  }

  pop(): Entry | null {
    const top = this.top()
    if (!top) return null
    const { score, order, pile } = this.#at(--this.#size)
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.#size) break
      if (child + 1 < this.#size && this.#isBefore(this.#scores[child + 1] ?? 0, this.#orders[child + 1] ?? 0, child)) child++
      if (this.#isBefore(score, order, child)) break
      this.#copy(child, at)
      at = child
    }
    if (this.#size > 0) this.#set(at, score, order, pile)
    return top
  }

  #at(at: number): Entry { return { score: this.#scores[at] ?? 0, order: this.#orders[at] ?? 0, pile: this.#piles[at] ?? 0 } }
  #isBefore(score: number, order: number, other: number): boolean {
    const theirs = this.#scores[other] ?? 0
    return score > theirs || (score === theirs && order < (this.#orders[other] ?? 0))
  }
  #copy(from: number, to: number): void { this.#set(to, this.#scores[from] ?? 0, this.#orders[from] ?? 0, this.#piles[from] ?? 0) }
  #set(at: number, score: number, order: number, pile: number): void {
    this.#scores[at] = score
    this.#orders[at] = order
    this.#piles[at] = pile
  }
  #grow(): void {
    const [scores, orders, piles] = [this.#scores, this.#orders, this.#piles]
    this.#scores = new Float64Array(2 * scores.length)
    this.#orders = new Int32Array(2 * scores.length)
    this.#piles = new Int32Array(2 * scores.length)
    this.#scores.set(scores)
    this.#orders.set(orders)
    this.#piles.set(piles)
  }
}
