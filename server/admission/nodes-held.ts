/** The nodes of a batch, under their locks: what one wish takes the next does not find, and what ends gives back what it took. */
import { after, type Shape } from '~/server/placement/decide-feasible'
import type { NodeRow } from '~/server/placement/decide-node'
import { type Node, wholeGpu } from '~/server/placement/fleet'
import type { Json } from '~/server/shared/canonical'
import { type FleetFacts, noFleet, type Placement, placePods, type Want } from './placement/decide-placement'
import type { Mirror } from './placement/mirror'
import { keyOfWant, type Plan } from './placement/seek'

export const placementOf = (kept: Json): Placement => kept as unknown as Placement
export const nodesOf = (kept: Json): string[] => (kept === null ? [] : [...new Set(placementOf(kept).pods.map(({ node }) => node))])

export class NodesHeld {
  #nodes: Map<string, Node>
  #moved = new Set<string>()
  #looked = new Map<string, Node>()
  constructor(rows: readonly Node[], readonly mirror: Pick<Mirror, 'regions'>) { this.#nodes = new Map(rows.map((row) => [row.id, row])) }

  /** On what is known of these without holding them: what was looked at, as it then stood, is what was assumed. */
  assume(rows: readonly Node[]): void {
    this.#nodes = new Map(rows.map((row) => [row.id, row]))
    this.#moved.clear()
    this.#looked.clear()
  }
  get looked(): readonly Node[] { return [...this.#looked.values()] }

  rows(ids: readonly string[]): NodeRow[] { return ids.flatMap((id) => this.#nodes.get(id) ?? []).map(factOf) }
  models(ids: readonly string[]): string[] { return [...new Set(ids.flatMap((id) => this.#nodes.get(id)?.model ?? []))].sort() }
  has(id: string): boolean { return this.#nodes.has(id) }
  add(rows: readonly Node[]): void { for (const row of rows) this.#nodes.set(row.id, row) }

  /** What is kept of the fleet with a decision: of the nodes that were proposed, those that are looked at. */
  facts(plan: Plan | null, want: Want, mayBe: readonly string[]): FleetFacts {
    const regions = mayBe.filter((region) => this.mirror.regions.has(region))
    if (regions.length === 0) return noFleet
    if (plan === null || plan.want !== keyOfWant(want)) return { ...noFleet, regions, searched: false }
    const rows = new Map<string, NodeRow>()
    const look = (id: string) => {
      const node = this.#nodes.get(id)
      if (!node) return undefined
      rows.set(id, factOf(node))
      // What this batch has moved of it by now was assumed before.
      if (!this.#moved.has(id)) this.#looked.set(id, node)
      return rows.get(id)
    }
    const { version, proposals, spares, lesser } = plan
    if (proposals.length < want.pods) for (const { id } of [...proposals, ...spares]) look(id)
    else placePods(want, plan, look)
    return { version, regions, searched: true, proposals, spares, lesser, rows: [...rows.values()] }
  }

  /** Whether all of it could stand there again, pod after pod. */
  fits({ each, pods }: Placement): boolean {
    const left = new Map<string, Node>()
    for (const { node: id, gpus } of pods) {
      const node = left.get(id) ?? this.#nodes.get(id)
      if (!node || node.cordoned || gpus.some((gpu) => gpu >= node.gpuMilliFree.length)) return false
      const is: Node = { ...node, ...after(node, { ...each, gpus: gpus.length, models: 'any', gpuMemoryBytes: 0 }, gpus) }
      if (is.cpuMilliFree < 0 || is.memoryBytesFree < 0 || is.gpuMilliFree.some((free) => free < 0)) return false
      left.set(id, is)
    }
    return true
  }

  /** Where all of it would stand with so many whole GPUs a pod, each beside those that it has; null where they are not free. */
  grown({ pods, ...place }: Placement, gpus: number): Placement | null {
    const left = new Map<string, number[]>()
    const grown = pods.flatMap((pod) => {
      const node = this.#nodes.get(pod.node)
      const free = left.get(pod.node) ?? node?.gpuMilliFree.slice() ?? []
      const more = free.flatMap((milli, gpu) => (milli === wholeGpu ? [gpu] : [])).slice(0, gpus - pod.gpus.length)
      for (const gpu of more) free[gpu] = 0
      left.set(pod.node, free)
      return node && !node.cordoned && pod.gpus.length + more.length === gpus ? [{ ...pod, gpus: [...pod.gpus, ...more].sort((one, other) => one - other) }] : []
    })
    return grown.length === pods.length ? { ...place, pods: grown } : null
  }

  take({ each, pods }: Placement): void { for (const { node, gpus } of pods) this.#move(node, gpus, each) }
  giveBack({ each, pods }: Placement): void {
    const less = { cpuMilli: -each.cpuMilli, memoryBytes: -each.memoryBytes, gpuMilli: -each.gpuMilli }
    for (const { node, gpus } of pods) this.#move(node, gpus, less)
  }

  #move(id: string, gpus: readonly number[], each: Pick<Shape, 'cpuMilli' | 'memoryBytes' | 'gpuMilli'>): void {
    const node = this.#nodes.get(id)
    if (!node) throw new Error(`node ${id} is not held`)
    const is: Node = { ...node, ...after(node, { ...each, gpus: gpus.length, models: 'any', gpuMemoryBytes: 0 }, gpus), version: node.version + 1 }
    const within = is.cpuMilliFree >= 0 && is.cpuMilliFree <= is.cpuMilli && is.memoryBytesFree >= 0 && is.memoryBytesFree <= is.memoryBytes
    // The decider has looked already; and whatever it says, this does not happen.
    if (!within || is.gpuMilliFree.length !== node.gpuMilliFree.length || is.gpuMilliFree.some((free) => free < 0 || free > wholeGpu)) throw new Error(`node ${id} would stand at ${is.cpuMilliFree} CPU, ${is.memoryBytesFree} memory and ${is.gpuMilliFree.join()} GPU`)
    this.#nodes.set(id, is)
    this.#moved.add(id)
  }

  written(): Node[] { return [...this.#moved].flatMap((id) => this.#nodes.get(id) ?? []) }
}

const factOf = ({ id, version, region, cluster, pool, model, gpuMemoryBytes, taints, isolation, owner, cordoned, cpuMilliFree, memoryBytesFree, gpuMilliFree }: Node): NodeRow =>
  ({ id, version, region, cluster, pool, model, gpuMemoryBytes, taints, isolation, owner, cordoned, cpuMilliFree, memoryBytesFree, gpuMilliFree })
