/**
 * The fleet in memory. Nodes that no filter can tell apart stand on one *shelf*; nodes of a shelf on which exactly the same is free are one *pile*.
 * A shelf is asked once whether a wish may be there, a pile once whether it fits and how well: a decision costs as many piles as changed since, not as many nodes as there are.
 */
import { after, type Shape, type Standing, type Where, whyNotNow } from './decide-feasible'

/** As a row says it: what the node is, how much it has, and what of it is free. The version changes whenever any of it does. */
export type Node = Where & Standing & { id: string; version: number; cpuMilli: number; memoryBytes: number }
export const wholeGpu = 1000

/** Where models or regions are scarce they have a price: what counts together is a region's GPUs of one model that are for sale. What is cordoned or somebody's own is not. */
export type Market = { region: string; model: string; gpuMilliFree: number }
export type Pile = Standing & { index: number; shelf: Shelf; gpuMilliIdle: number; born: number; nodes: number[] }
export type Shelf = {
  index: number; where: Where; market: number | null; forSale: boolean; piles: Map<string, Pile>
  /** By index; a hole is filled by the next pile that is born, so that what is known of piles is kept in arrays. */
  byIndex: (Pile | null)[]; holes: number[]
  /** Which piles have another first node, one after another, since `forgotten` such changes ago. */
  changed: number[]; forgotten: number
  nodes: number
}
type Standee = { id: string; order: number; version: number; cpuMilli: number; memoryBytes: number; shelf: Shelf; pile: Pile }

export class Fleet {
  readonly shelves: Shelf[] = []
  readonly markets: Market[] = []
  readonly #shelfByKey = new Map<string, Shelf>()
  readonly #nodes: Standee[] = []
  readonly #byId = new Map<string, Standee>()
  #births = 0

  /** The order given is the order in which equals are taken. */
  constructor(nodes: readonly Node[]) {
    for (const [order, node] of nodes.entries()) {
      checkNode(node)
      if (this.#byId.has(node.id)) throw new Error(`The node ${node.id} is in the fleet twice.`)
      const shelf = this.#shelfOf(node)
      const standee = { id: node.id, order, version: node.version, cpuMilli: node.cpuMilli, memoryBytes: node.memoryBytes, shelf, pile: this.#pileOf(shelf, node) }
      this.#nodes.push(standee)
      this.#byId.set(node.id, standee)
      this.#enter(standee)
    }
  }

  get size(): number { return this.#nodes.length }
  idAt(order: number): string { return this.#at(order).id }
  versionAt(order: number): number { return this.#at(order).version }
  pileAt(order: number): Pile { return this.#at(order).pile }
  /** Null when there is no such node. */
  node(id: string): Node | null {
    const node = this.#byId.get(id)
    if (!node) return null
    const { cpuMilliFree, memoryBytesFree, gpuMilliFree } = node.pile
    return { ...node.shelf.where, id, version: node.version, cpuMilli: node.cpuMilli, memoryBytes: node.memoryBytes, cpuMilliFree, memoryBytesFree, gpuMilliFree }
  }

  /** What a row says that is newer than what is known. An older one, read before a change that is known already, changes nothing. */
  learn(row: Node): boolean {
    if (row.version <= this.#known(row.id).version) return false
    this.put(row)
    return true
  }
  /** Takes a row as it is, newer or not: whoever tried something out puts back what was there. */
  put(row: Node): void {
    const node = this.#known(row.id)
    checkNode(row)
    this.#leave(node)
    const shelf = this.#shelfOf(row)
    Object.assign(node, { version: row.version, cpuMilli: row.cpuMilli, memoryBytes: row.memoryBytes, shelf, pile: this.#pileOf(shelf, row) })
    this.#enter(node)
  }

  place(id: string, shape: Shape, gpus: readonly number[]): number {
    const node = this.#known(id)
    checkShape(shape)
    const why = whyNotNow(node.pile, shape)
    if (why) throw new Error(`The node ${id} cannot take this: ${why}.`)
    return this.#move(node, after(node.pile, shape, checkGpus(node.pile, shape, gpus)))
  }
  /** Takes back what `place` did with the same shape and GPUs. */
  release(id: string, shape: Shape, gpus: readonly number[]): number {
    checkShape(shape)
    const node = this.#known(id)
    const back = { ...shape, cpuMilli: -shape.cpuMilli, memoryBytes: -shape.memoryBytes, gpuMilli: -shape.gpuMilli }
    return this.#move(node, after(node.pile, back, checkGpus(node.pile, back, gpus)))
  }

  #move(node: Standee, standing: Standing): number {
    checkStanding({ id: node.id, cpuMilli: node.cpuMilli, memoryBytes: node.memoryBytes, ...standing })
    this.#leave(node)
    node.pile = this.#pileOf(node.shelf, standing)
    node.version++
    this.#enter(node)
    return node.version
  }

  #enter({ order, pile, shelf }: Standee): void {
    const { nodes } = pile
    const at = reach(nodes, order)
    nodes.splice(at, 0, order)
    if (at === nodes.length - 1) note(pile)
    shelf.nodes++
    this.#offer(shelf, pile.gpuMilliIdle)
  }
  #leave({ order, pile, shelf }: Standee): void {
    const { nodes } = pile
    const at = reach(nodes, order) - 1
    if (nodes[at] !== order) throw new Error(`The node at ${order} is not in its own pile.`)
    nodes.splice(at, 1)
    shelf.nodes--
    this.#offer(shelf, -pile.gpuMilliIdle)
    if (nodes.length === 0) {
      shelf.piles.delete(keyOf(pile))
      shelf.byIndex[pile.index] = null
      shelf.holes.push(pile.index)
    } else if (at === nodes.length) note(pile)
  }

  #shelfOf(node: Where): Shelf {
    const { region, cluster, pool, model, gpuMemoryBytes, taints, isolation, owner, cordoned } = node
    const where: Where = { region, cluster, pool, model, gpuMemoryBytes, taints: [...taints].sort(), isolation, owner, cordoned }
    const key = JSON.stringify(Object.values(where))
    const known = this.#shelfByKey.get(key)
    if (known) return known
    const shelf: Shelf = { index: this.shelves.length, where, market: this.#marketOf(where), forSale: owner === null && !cordoned, piles: new Map(), byIndex: [], holes: [], changed: [], forgotten: 0, nodes: 0 }
    this.shelves.push(shelf)
    this.#shelfByKey.set(key, shelf)
    return shelf
  }
  #marketOf({ region, model }: Where): number | null {
    if (region === null || model === null) return null
    const known = this.markets.findIndex((market) => market.region === region && market.model === model)
    return known >= 0 ? known : this.markets.push({ region, model, gpuMilliFree: 0 }) - 1
  }
  #pileOf(shelf: Shelf, standing: Standing): Pile {
    const key = keyOf(standing)
    const known = shelf.piles.get(key)
    if (known) return known
    const { cpuMilliFree, memoryBytesFree, gpuMilliFree } = standing
    const index = shelf.holes.pop() ?? shelf.byIndex.length
    const pile: Pile = { index, shelf, cpuMilliFree, memoryBytesFree, gpuMilliFree: [...gpuMilliFree], gpuMilliIdle: gpuMilliFree.reduce((sum, free) => sum + free, 0), born: ++this.#births, nodes: [] }
    shelf.byIndex[index] = pile
    shelf.piles.set(key, pile)
    return pile
  }
  #known(id: string): Standee {
    const node = this.#byId.get(id)
    if (!node) throw new Error(`There is no node ${id} in the fleet.`)
    return node
  }
  #at(order: number): Standee {
    const node = this.#nodes[order]
    if (!node) throw new Error(`There is no node at ${order}.`)
    return node
  }
  #offer({ market, forSale }: Shelf, gpuMilli: number): void {
    const offered = market !== null && forSale ? this.markets[market] : undefined
    if (offered) offered.gpuMilliFree += gpuMilli
  }
}

const keyOf = ({ cpuMilliFree, memoryBytesFree, gpuMilliFree }: Standing) => `${cpuMilliFree} ${memoryBytesFree} ${gpuMilliFree.join()}`
/** The first node of a pile is the last of its list, where taking it away costs nothing. */
export const firstOf = ({ nodes }: Pile): number => nodes.at(-1) ?? -1
/** How many of the descending list are at or before this order. */
function reach(nodes: readonly number[], order: number): number {
  let low = 0
  let high = nodes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((nodes[middle] ?? 0) >= order) low = middle + 1
    else high = middle
  }
  return low
}
/** Whoever is further behind than what is remembered begins anew: that costs them less than reading it all. */
function note({ shelf, index }: Pile): void {
  if (shelf.changed.length > 2 * shelf.byIndex.length + 1024) {
    shelf.forgotten += shelf.changed.length
    shelf.changed = []
  }
  shelf.changed.push(index)
}

function checkNode(node: Node): void {
  if (!Number.isSafeInteger(node.version) || !isAmount(node.gpuMemoryBytes)) throw new Error(`The node ${node.id} has a version or a GPU memory that is no whole number.`)
  if ((node.owner === null) !== (node.isolation === 1)) throw new Error(`The node ${node.id} must have an owner if, and only if, its isolation is 2 or more.`)
  if ((node.model === null) !== (node.gpuMilliFree.length === 0)) throw new Error(`The node ${node.id} must name a model if, and only if, it has GPUs.`)
  checkStanding(node)
}
const isAmount = (value: number) => Number.isSafeInteger(value) && value >= 0
function checkStanding(node: Standing & { id: string; cpuMilli: number; memoryBytes: number }): void {
  const amounts = [node.cpuMilli, node.memoryBytes, node.cpuMilliFree, node.memoryBytesFree, ...node.gpuMilliFree]
  if (!amounts.every(isAmount)) throw new Error(`The node ${node.id} has an amount that is negative, or no whole number, or past 2⁵³.`)
  if (node.cpuMilliFree > node.cpuMilli || node.memoryBytesFree > node.memoryBytes || node.gpuMilliFree.some((free) => free > wholeGpu)) throw new Error(`More is free on the node ${node.id} than there is.`)
}
export function checkShape(shape: Shape): void {
  const { cpuMilli, memoryBytes, gpus, gpuMilli, gpuMemoryBytes, models } = shape
  if (![cpuMilli, memoryBytes, gpus, gpuMilli, gpuMemoryBytes].every(isAmount)) throw new Error('A shape has an amount that is negative, or no whole number, or past 2⁵³.')
  if (gpus === 0 && (gpuMilli > 0 || models !== 'any' || gpuMemoryBytes > 0)) throw new Error('A shape without GPUs says something about them.')
  if (gpus > 0 && (gpuMilli < 1 || gpuMilli > wholeGpu)) throw new Error('Of a GPU a shape takes from 1 to 1,000 thousandths.')
  if (gpus > 1 && gpuMilli !== wholeGpu) throw new Error('More than one GPU are whole ones.')
}
function checkGpus({ gpuMilliFree }: Standing, { gpus: howMany, gpuMilli }: Shape, gpus: readonly number[]): readonly number[] {
  const fit = gpus.length === howMany && new Set(gpus).size === howMany && gpus.every((gpu) => (gpuMilliFree[gpu] ?? -1) >= Math.max(gpuMilli, 0))
  if (!fit) throw new Error(`The GPUs ${gpus.join()} are not what the shape takes.`)
  return gpus
}
