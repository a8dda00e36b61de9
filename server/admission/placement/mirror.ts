/**
 * The fleet as this process knows it, to be searched before anything is locked. It proposes; the rows decide. It learns at once what was written here, reads on from what
 * others changed, and may be behind them: a yes of its own is looked at again under the locks, and a no is asked of the rows before it is believed.
 */
import { type FleetRow, lookAtFleet, lookAtWishes, nodeOf } from '~/server/database/fleet'
import { findCandidates, Search } from '~/server/placement/candidates'
import type { Allowed, Shape } from '~/server/placement/decide-feasible'
import type { Candidate } from '~/server/placement/decide-node'
import { Fleet, type Node } from '~/server/placement/fleet'
import { ours } from '~/server/placement/policies/ours'
import { typicalOf, type Wish } from '~/server/placement/typical'

/** Read on in passing when the last look is so old. */
const restMs = 250
/** What usually comes is what came last, so many of them. It is reckoned anew when twice as many came as last time, and later after so many more. */
const rememberedMost = 4_096
const [reckonedFirst, reckonedEvery] = [16, 1_024]
/** One wish for many pods does not make all of what is remembered. */
const notedAtOnce = 64
/** Of very many kinds the most frequent: every placement is weighed by each of them. */
const typicalMost = 128

export class Mirror {
  #fleet = new Fleet([])
  #search = new Search(this.#fleet, ours([], this.#fleet))
  #horizon: string | null = null
  #looking: { readonly began: number; readonly done: Promise<void> } | null = null
  #looked = Number.NEGATIVE_INFINITY
  #silent = new Set<string>()
  #cordoned = new Set<string>()
  #regions: ReadonlySet<string> = new Set()
  #heedsSilence = true
  #came: Wish[] = []
  #recalled: 'never' | 'asked' | 'known' = 'never'
  #sinceReckoned = 0
  /** How often anything was given back, joined, or was opened again: who found nothing need not look again before. */
  gains = 0
  constructor(readonly look = lookAtFleet, readonly recall = lookAtWishes) {}

  get version(): string { return this.#horizon ?? '0' }
  get size(): number { return this.#fleet.size }
  /** Where there are nodes at all, whatever becomes of them. */
  get regions(): ReadonlySet<string> { return this.#regions }
  clusterOf(id: string): string { return this.#fleet.node(id)?.cluster ?? '' }
  get shelves(): Fleet['shelves'] { return this.#fleet.shelves }

  /** Knows all that was committed before this moment; or before so many milliseconds ago. */
  async fresh(ageMs = 0): Promise<void> {
    const wanted = performance.now() - ageMs
    while (this.#looked < wanted) {
      if (this.#looking) await this.#looking.done
      else await this.#lookNow()
    }
  }
  /** Reads on in passing; whoever comes next profits. That it failed is told to whoever waits for one. */
  tend(): void { if (this.#looking === null && performance.now() - this.#looked > restMs) this.#lookNow().catch(() => undefined) }

  #lookNow(): Promise<void> {
    const began = performance.now()
    void this.#recall()
    const done = this.look(this.#horizon).then(({ horizon, changed, silent }) => {
      this.#horizon = horizon
      this.#take(changed, new Set(silent))
      this.#looked = began
    }).finally(() => { this.#looking = null })
    this.#looking = { began, done: done.catch(() => undefined) }
    return done
  }

  /** Whoever begins knows nothing of what came before. Nobody waits for it: until it is known they are placed as if nothing were. Where it fails, the next look asks again. */
  async #recall(): Promise<void> {
    if (this.#recalled !== 'never') return
    this.#recalled = 'asked'
    try {
      this.#came = [...(await this.recall(rememberedMost)), ...this.#came]
      this.#recalled = 'known'
      this.#reckon()
    } catch {
      this.#recalled = 'never'
    }
  }

  #take(changed: readonly FleetRow[], silent: Set<string>): void {
    for (const { id, cordoned } of changed) this.#cordoned[cordoned ? 'add' : 'delete'](id)
    const turned = [...silent].filter((id) => !this.#silent.has(id)).concat([...this.#silent].filter((id) => !silent.has(id)))
    this.#silent = silent
    const rows = changed.map((row) => nodeOf({ ...row, silent: silent.has(row.id) }, this.#heedsSilence))
    if (rows.some(({ id }) => this.#fleet.node(id) === null)) this.#begin(rows)
    else for (const row of rows) if (row.version >= (this.#fleet.node(row.id)?.version ?? 0)) this.#put(row)
    this.#turn(turned)
  }
  #turn(ids: Iterable<string>): void {
    for (const id of ids) {
      const node = this.#fleet.node(id)
      if (node) this.#put({ ...node, cordoned: this.#cordoned.has(id) || (this.#heedsSilence && this.#silent.has(id)) })
    }
  }
  /** In a world that is played nobody can be heard: when it is, is not now. */
  heedSilence(heeds: boolean): void {
    if (heeds === this.#heedsSilence) return
    this.#heedsSilence = heeds
    this.#turn(this.#silent)
  }
  #put(row: Node): void {
    const was = this.#fleet.node(row.id)
    if (was && isGain(was, row)) this.gains++
    this.#fleet.put(row)
  }
  /** A node that joins makes a new fleet, because the order of equals is a part of it. */
  #begin(rows: readonly Node[]): void {
    const nodes = new Map(Array.from({ length: this.#fleet.size }, (_, order) => this.#fleet.idAt(order)).flatMap((id) => this.#fleet.node(id) ?? []).map((node) => [node.id, node]))
    for (const row of rows) if (row.version >= (nodes.get(row.id)?.version ?? 0)) nodes.set(row.id, row)
    this.#fleet = new Fleet([...nodes.values()].sort((one, other) => (one.id < other.id ? -1 : 1)))
    this.gains++
    this.#regions = new Set([...nodes.values()].flatMap(({ region }) => region ?? []))
    this.#reckon()
  }
  #reckon(): void {
    this.#came = this.#came.slice(-rememberedMost)
    this.#sinceReckoned = 0
    this.#search = new Search(this.#fleet, ours(typicalOf(this.#came).slice(0, typicalMost), this.#fleet))
  }

  /** What was written by this process: known before anybody asks again. */
  learn(rows: readonly Node[]): void { for (const row of rows) if (row.version > (this.#fleet.node(row.id)?.version ?? Number.POSITIVE_INFINITY)) this.#put(row) }

  /** What is about to be written, before it is: to be taken back where it was not. What somebody else has changed meanwhile is read on from where it was read to. */
  expect(rows: readonly Node[]): () => void {
    const horizon = this.#horizon
    const before = rows.flatMap(({ id }) => this.#fleet.node(id) ?? [])
    this.learn(rows)
    const expected = new Map(rows.map(({ id }) => [id, JSON.stringify(this.#fleet.node(id))]))
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      for (const row of before) if (JSON.stringify(this.#fleet.node(row.id)) === expected.get(row.id)) this.#put(row)
      this.#horizon = horizon
    }
  }
  known(ids: Iterable<string>): Node[] { return [...ids].flatMap((id) => this.#fleet.node(id) ?? []) }

  /** What was let in, once for each node it went to, so that what usually comes is known. */
  note(wish: Wish, times: number): void {
    for (let time = 0; time < Math.min(times, notedAtOnce); time++) this.#came.push(wish)
    this.#sinceReckoned += Math.min(times, notedAtOnce)
    if (this.#sinceReckoned >= Math.min(reckonedEvery, Math.max(reckonedFirst, this.#came.length / 2))) this.#reckon()
  }
  get came(): readonly Wish[] { return this.#came }

  find(shape: Shape, allowed: Allowed, howMany: number): Candidate[] { return findCandidates(this.#search, shape, allowed, howMany) }

  /** Tries things out: whatever was placed meanwhile is as it was when this ends. */
  trying<T>(work: (place: (candidate: Candidate, shape: Shape) => void) => T): T {
    const before = new Map<string, Node>()
    try {
      return work(({ id, gpus }, shape) => {
        const node = this.#fleet.node(id)
        if (node && !before.has(id)) before.set(id, node)
        this.#fleet.place(id, shape, gpus)
      })
    } finally {
      for (const node of before.values()) this.#fleet.put(node)
    }
  }
}

const isGain = (was: Node, is: Node) =>
  is.cpuMilliFree > was.cpuMilliFree || is.memoryBytesFree > was.memoryBytesFree || is.gpuMilliFree.some((free, gpu) => free > (was.gpuMilliFree[gpu] ?? 0)) || (was.cordoned && !is.cordoned)
