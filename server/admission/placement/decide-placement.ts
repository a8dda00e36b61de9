/**
 * Where it runs. Candidates were searched before the locks; here the first of them that still fits is taken, for one pod after another, all or none. What is looked at are
 * the rows as they are, with what earlier wishes of the same batch took.
 */
import type { Found } from '~/server/admission/found'
import { type Allowed, after, type Shape } from '~/server/placement/decide-feasible'
import { type Candidate, decideNode, type NodeRow } from '~/server/placement/decide-node'
import { placementRefusals } from '~/server/placement/placement.refusals'
import type { Amount } from '~/server/shared/amount'
import type { Json } from '~/server/shared/canonical'
import type { Verdict } from '../facts'
import { type Toleration, toleratedOf } from './decide-tolerated'

export type PlacementReason = 'not_on_nodes' | 'no_node_fits' | 'nodes_taken_meanwhile'
/** Somebody else was quicker, or the fleet was not what it was taken for: it is looked at anew. */
export const wereTaken = ({ reason }: { readonly reason: string | null }): boolean => reason === 'nodes_taken_meanwhile'
export type PlacementPolicy = { readonly nodes: boolean }

/** What of a wish is bounded by what is its place’s own to know: so many GPUs a pod, or so many pods, where quota or the need for a yes ends. */
export type Own = { readonly gpus: readonly number[]; readonly pods: readonly number[] }
/** What is looked for: so many pods of one shape, where this tenant may be. `shape` is null where no machine could ever be that large; `own` is tried where it does not fit. */
export type Want = { readonly pods: number; readonly shape: Shape | null; readonly allowed: Omit<Allowed, 'tolerates'>; readonly tolerations: readonly Toleration[]; readonly unplaceable: readonly string[]; readonly own?: Own }
/** How the fleet stood: a proposal for each pod and some to spare, and of those that were looked at the rows, under their locks. */
export type FleetFacts = {
  /** Up to which transaction the fleet had been read when it was searched. */
  readonly version: string
  /** Of the regions in which this tenant may be at all, those that have nodes. */
  readonly regions: readonly string[]
  /** Whether what was searched for is what is wanted: a policy may have changed since, or nobody had looked yet. */
  readonly searched: boolean
  readonly proposals: readonly Candidate[]
  readonly spares: readonly Candidate[]
  /** Where a pod does not fit: what does, on those to spare, with as many GPUs as its own place bounds it to, or with half of them, a quarter and so on. What is nearest is told no finer than that, because it changes with what others use. */
  readonly lesser: Shape | null
  readonly rows: readonly NodeRow[]
}
export const noFleet: FleetFacts = { version: '0', regions: [], searched: true, proposals: [], spares: [], lesser: null, rows: [] }

/** What each pod takes, and where each of them is: in one cluster, all of them. */
export type Placement = {
  readonly region: string; readonly cluster: string
  readonly each: { readonly cpuMilli: number; readonly memoryBytes: number; readonly gpuMilli: number }
  readonly pods: readonly { readonly node: string; readonly gpus: readonly number[] }[]
}
export type PlacementFound = Found<PlacementReason> & { readonly placement: Placement | null; /** Whose place it takes, in all: there, and for want of room. */ readonly victims?: readonly { readonly tenant: string; readonly allocation: string }[] }

export const wholeGpus = 'nvidia.com/gpu'
export const gpuParts = 'nvidia.com/gpu-milli'
const ofNodes = new Set(['cpu', 'memory', wholeGpus, gpuParts])
const gpuMilliMost = 999n

/** Whole GPUs or thousandths of one: both at once, or a whole one in thousandths, is a mistake that somebody would pay for. */
export function whyNoGpus(perPod: Readonly<Record<string, Amount>>): string | null {
  const [whole, parts] = [perPod[wholeGpus] ?? 0n, perPod[gpuParts] ?? 0n]
  if (whole > 0n && parts > 0n) return 'Either whole GPUs are asked for, or thousandths of one: a pod cannot have both.'
  return parts > gpuMilliMost ? `Of one GPU a pod asks for at most ${gpuMilliMost} thousandths; more than that are whole ones.` : null
}

/** What nodes are not known to have is not placed on them. What is in no machine, such as storage, is the ledger's alone. */
export function shapeOf(perPod: Readonly<Record<string, Amount>>, models: readonly string[], devicesClaimed: boolean): Pick<Want, 'shape' | 'unplaceable'> {
  const unplaceable = [...Object.keys(perPod).filter((resource) => resource.includes('/') && !ofNodes.has(resource) && perPod[resource] !== 0n), ...(devicesClaimed ? ['device claims'] : [])]
  const figures = [...ofNodes].map((resource) => Number(perPod[resource] ?? 0n))
  const [cpuMilli = 0, memoryBytes = 0, whole = 0, parts = 0] = figures
  if (!figures.every(Number.isSafeInteger)) return { shape: null, unplaceable }
  const gpus = parts > 0 ? 1 : whole
  return { shape: { cpuMilli, memoryBytes, gpus, gpuMilli: gpus === 0 ? 0 : parts > 0 ? parts : 1000, models: gpus > 0 && models.length > 0 ? [...models].sort() : 'any', gpuMemoryBytes: 0 }, unplaceable }
}

/** Where its own place bounds it: by the room in its accounts, and by how many devices need nobody’s yes. Of a part of a GPU there is no less. */
export function ownOf(bounds: readonly bigint[], { pods, shape }: Pick<Want, 'pods' | 'shape'>): Own {
  if (shape === null || shape.gpuMilli !== 1000) return { gpus: [], pods: [] }
  const within = (each: number, asked: number) => bounds.map((bound) => Number(bound / BigInt(each))).filter((count) => count >= 1 && count < asked)
  return { gpus: within(pods, shape.gpus), pods: within(shape.gpus, pods) }
}

type Row = (id: string) => NodeRow | undefined
/** For each pod its own proposal first, then those to spare. All pods of a wish are in the cluster of the first. */
export function placePods({ pods, shape, allowed, tolerations }: Want, { proposals, spares, lesser }: Pick<FleetFacts, 'proposals' | 'spares' | 'lesser'>, row: Row): Placement | 'no_node_fits' | 'nodes_taken_meanwhile' {
  const enough = proposals.length >= pods ? proposals : pods === 1 && isWithin(shape, lesser) ? spares : null
  if (shape === null || enough === null) return 'no_node_fits'
  const rows = new Map<string, NodeRow>()
  let cluster: string | null = null
  let region = ''
  const placed: { node: string; gpus: readonly number[] }[] = []
  for (const proposal of enough.slice(0, pods)) {
    const found = firstThatFits([proposal, ...spares], (id) => rows.get(id) ?? row(id), shape, { ...allowed, ...(cluster === null ? {} : { clusters: [cluster] }) }, tolerations)
    if (!found) return 'nodes_taken_meanwhile'
    cluster ??= found.row.cluster
    region = found.row.region ?? ''
    placed.push({ node: found.row.id, gpus: found.gpus })
    rows.set(found.row.id, { ...found.row, ...after(found.row, shape, found.gpus), version: found.row.version + 1 })
  }
  return { region, cluster: cluster ?? '', each: { cpuMilli: shape.cpuMilli, memoryBytes: shape.memoryBytes, gpuMilli: shape.gpuMilli }, pods: placed }
}

const isWithin = (shape: Shape | null, lesser: Shape | null) =>
  shape !== null && lesser !== null && shape.cpuMilli <= lesser.cpuMilli && shape.memoryBytes <= lesser.memoryBytes && shape.gpus <= lesser.gpus && shape.gpuMilli <= lesser.gpuMilli

function firstThatFits(candidates: readonly Candidate[], row: Row, shape: Shape, allowed: Omit<Allowed, 'tolerates'>, tolerations: readonly Toleration[]): { row: NodeRow; gpus: readonly number[] } | null {
  for (const candidate of candidates) {
    const is = row(candidate.id)
    const decided = is && decideNode([candidate], [is], { shape, allowed: { ...allowed, tolerates: toleratedOf(is.taints, tolerations) } })
    if (decided?.ok) return { row: is as NodeRow, gpus: decided.gpus }
  }
  return null
}

/** How many of the nodes are named in the trace; the placement itself has them all. */
const namedMost = 8
/** `sofar` is what the checks before say: what is refused is not placed, and what is held is placed when somebody has said yes, on the fleet as it is then. */
export function decidePlacement(policy: PlacementPolicy, fleet: FleetFacts, want: Want, sofar: Verdict): PlacementFound {
  const nothing = (because: string): PlacementFound => ({ outcome: 'passes', saw: { places: false, because }, placement: null })
  if (!policy.nodes) return nothing('policy')
  if (fleet.regions.length === 0) return nothing('no_nodes')
  if (sofar !== 'admit') return nothing(sofar === 'hold' ? 'held' : 'refused')
  const refuses = (reason: PlacementReason, says: string, saw: Json = {}): PlacementFound =>
    ({ outcome: 'refuses', reason, says, saw: { places: true, fits: false, ...(saw as object) }, placement: null, ...(reason === 'no_node_fits' ? { lifts: 'room' as const } : {}) })
  if (want.unplaceable.length > 0) return refuses('not_on_nodes', `No node is known to have ${want.unplaceable.join(', ')}.`, { unplaceable: want.unplaceable })
  const placed = fleet.searched ? placePods(want, fleet, (id) => fleet.rows.find((row) => row.id === id)) : 'nodes_taken_meanwhile'
  if (typeof placed === 'string') return refuses(placed, placementRefusals[placed].says)
  return foundAt(placed, fleet.rows)
}

/** What is told of where it stands. */
export function foundAt(placed: Placement, rows: readonly NodeRow[], victims: NonNullable<PlacementFound['victims']> = []): PlacementFound {
  const nodes = [...new Set(placed.pods.map(({ node }) => node))]
  const pools = [...new Set(nodes.flatMap((node) => rows.find(({ id }) => id === node)?.pool ?? []))].sort()
  return { outcome: 'passes', saw: { places: true, fits: true, region: placed.region, cluster: placed.cluster, pools, nodes: nodes.slice(0, namedMost), nodesInAll: nodes.length }, placement: placed, ...(victims.length > 0 ? { victims } : {}) }
}
