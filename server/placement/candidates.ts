/** The best nodes for a wish, from rankings that are kept between decisions. It decides nothing: whoever holds the locks looks again (`decide-node.ts`). */
import { type Allowed, type Shape, whyNotThere } from './decide-feasible'
import { type Candidate, candidatesMost } from './decide-node'
import { checkShape, type Fleet, type Pile, type Shelf } from './fleet'
import type { Entry } from './heap'
import type { Policy } from './policies/policy'
import { Losses, Ranking, type Taken } from './ranking'

/** So many shapes are remembered, and fewer of a large fleet, so that what is kept stays within some hundred megabytes; whichever was asked for longest ago is forgotten. */
const rankingsMost = (nodes: number) => Math.max(64, Math.min(1024, Math.floor(2 ** 25 / Math.max(nodes, 1))))
/** With each decision so many of the other rankings read on, so that none is ever far behind when it is asked. */
const tendedAtOnce = 4

export class Search {
  readonly #rankings = new Map<string, Ranking>()
  readonly #inTurn: Ranking[] = []
  #turn = 0
  readonly #losses: Losses
  constructor(readonly fleet: Fleet, readonly policy: Policy) { this.#losses = new Losses(policy) }

  /** At most so many, the best first; of equals, whichever comes first in the fleet. Every one of them fits, as far as the fleet knows. */
  find(shape: Shape, allowed: Allowed, howMany: number): Candidate[] {
    checkShape(shape)
    const ranking = this.#rankingOf(shape)
    const shelves = shelvesFor(this.fleet, shape, allowed)
    for (const shelf of shelves) ranking.catchUp(shelf)
    const found = this.#best(shelves, ranking, howMany)
    this.#tend()
    return found
  }

  #best(shelves: readonly Shelf[], ranking: Ranking, howMany: number): Candidate[] {
    const { fleet, policy } = this
    const { shape } = ranking
    const taken: Taken[] = []
    const contenderOf = (shelf: Shelf, charge: number): Contender | null => {
      const best = ranking.best(shelf, taken)
      return best && { pile: best.pile, score: best.entry.score - charge, charge, order: best.entry.order, depth: 0, entry: best.entry }
    }
    const contenders = shelves.flatMap((shelf) => contenderOf(shelf, shelf.market !== null && shelf.forSale ? policy.charge(shelf.market, shape) : 0) ?? [])
    const found: Candidate[] = []
    while (found.length < howMany && contenders.length > 0) {
      const at = bestOf(contenders)
      const [winner] = contenders.splice(at, 1)
      if (!winner) break
      const { pile, score, charge, order, depth, entry } = winner
      found.push({ id: fleet.idAt(order), version: fleet.versionAt(order), gpus: ranking.gpusOn(pile) })
      if (entry) {
        taken.push({ pile, entry })
        ranking.take({ pile, entry })
        const next = contenderOf(pile.shelf, charge)
        if (next) contenders.push(next)
      }
      const following = pile.nodes.at(-2 - depth)
      if (following !== undefined) contenders.push({ pile, score, charge, order: following, depth: depth + 1, entry: null })
    }
    for (const each of taken) ranking.giveBack(each)
    return found
  }

  #tend(): void {
    for (let count = Math.min(tendedAtOnce, this.#inTurn.length); count > 0; count--) {
      this.#turn = (this.#turn + 1) % this.#inTurn.length
      this.#inTurn[this.#turn]?.catchUpAll()
    }
  }

  #rankingOf(shape: Shape): Ranking {
    const key = `${shape.cpuMilli} ${shape.memoryBytes} ${shape.gpus} ${shape.gpuMilli} ${shape.gpuMemoryBytes} ${shape.models === 'any' ? '' : JSON.stringify(shape.models.toSorted())}`
    const known = this.#rankings.get(key)
    const ranking = known ?? new Ranking(shape, this.#losses)
    if (known) this.#rankings.delete(key)
    else this.#inTurn.push(ranking)
    this.#rankings.set(key, ranking)
    if (this.#rankings.size > rankingsMost(this.fleet.size)) this.#forgetOldest()
    return ranking
  }
  #forgetOldest(): void {
    for (const [key, oldest] of this.#rankings) {
      this.#rankings.delete(key)
      this.#inTurn.splice(this.#inTurn.indexOf(oldest), 1)
      return
    }
  }
}

/** `depth` is how far into its pile a contender stands; only the first of a pile has an entry in the ranking. */
type Contender = { pile: Pile; score: number; charge: number; order: number; depth: number; entry: Entry | null }
function bestOf(contenders: readonly Contender[]): number {
  let best = 0
  for (const [at, { score, order }] of contenders.entries()) {
    const leader = contenders[best]
    if (leader && (score > leader.score || (score === leader.score && order < leader.order))) best = at
  }
  return best
}

const shelvesFor = (fleet: Fleet, shape: Shape, allowed: Allowed) => fleet.shelves.filter((shelf) => shelf.nodes > 0 && whyNotThere(shelf.where, shape, allowed) === null)

export const findCandidates = (search: Search, shape: Shape, allowed: Allowed, howMany = candidatesMost): Candidate[] => search.find(shape, allowed, howMany)
