/**
 * On which node somebody has what is their own again: of those on which something stands that is lent, the one where the fewest give it back, of these the lowest in
 * priority, and of these the youngest; together with what is missing above, so that one who gives back both is one. Whose turn to give it is says `decideReclaim`, as where
 * room alone is missing. For one pod, on one node.
 */
import type { Need } from '~/server/ledger/decide-fewest'
import { decideReclaim, goesFirst, type Lent, type Peace, reclaimedMost, type There } from '~/server/ledger/decide-reclaim'
import { type Shape, type Standing, tightest, whyNotNow, whyNotThere } from '~/server/placement/decide-feasible'
import type { NodeRow } from '~/server/placement/decide-node'
import type { State } from '../facts'
import { gpuParts, type Placement, type Want, wholeGpus } from './decide-placement'
import { toleratedOf } from './decide-tolerated'

/** Of what is lent and stands somewhere, as much as stands on the nodes that are looked at. */
export type Stands = Pick<Placement, 'each' | 'pods'>
export type LentThere = Lent & { readonly stands?: Stands }
export type Back = { readonly victims: readonly Lent[]; readonly placement: Placement }

/** As many nodes as are kept with a decision, and so many sets of all of them. */
export const lentNodesMost = 32
const setsMost = 4_000

/** Whether it could come to that: several pods would have to find theirs in one cluster; they wait. */
export const isForOneNode = ({ pods, shape, unplaceable }: Want): boolean => pods === 1 && shape !== null && unplaceable.length === 0

/** Whether it may be on this node at all. */
export const isOpenTo = ({ shape, allowed, tolerations }: Want, node: NodeRow): boolean => shape !== null && whyNotThere(node, shape, { ...allowed, tolerates: toleratedOf(node.taints, tolerations) }) === null

export function decideLentNodes(want: Want, lent: NonNullable<State['lent']>, missing: Readonly<Record<string, bigint>>, peace: Peace): Back | null {
  const { shape } = want
  if (shape === null || !isForOneNode(want)) return null
  const looked = { sets: 0, most: setsMost }
  let best: Back | null = null
  for (const node of lent.nodes ?? []) {
    if (!isOpenTo(want, node)) continue
    const victims = decideReclaim(missing, lent.all, lent.above, peace, thereOn(node, shape, lent.all, { most: best?.victims.length ?? reclaimedMost, looked }))
    if (victims && (!best || isBetter(victims, best.victims))) best = { victims, placement: placedOn(node, shape, freeWithout(node, lent.all.filter((one) => victims.includes(one)))) }
  }
  return best
}

const placedOn = ({ id, region, cluster }: NodeRow, shape: Shape, free: Standing): Placement =>
  ({ region: region ?? '', cluster, each: { cpuMilli: shape.cpuMilli, memoryBytes: shape.memoryBytes, gpuMilli: shape.gpuMilli }, pods: [{ node: id, gpus: tightest(free, shape) }] })

function thereOn(node: NodeRow, shape: Shape, all: readonly LentThere[], bounds: Pick<There, 'most' | 'looked'>): There {
  const standing = new Map(all.flatMap((one) => (one.stands?.pods.some((pod) => pod.node === node.id) ? [[one.allocation, one] as const] : [])))
  const on = ({ allocation }: Lent) => standing.get(allocation)
  const needs: Need<Lent>[] = []
  const resources: string[] = []
  const need = (missing: number, of: readonly string[], frees: (one: LentThere) => number) => {
    if (missing <= 0) return
    resources.push(...of)
    needs.push({ missing: BigInt(missing), frees: (one) => BigInt(on(one) ? frees(on(one) as LentThere) : 0) })
  }
  const times = ({ stands }: LentThere) => podsOn(node, stands).length
  need(shape.cpuMilli - node.cpuMilliFree, ['cpu'], (one) => times(one) * (one.stands?.each.cpuMilli ?? 0))
  need(shape.memoryBytes - node.memoryBytesFree, ['memory'], (one) => times(one) * (one.stands?.each.memoryBytes ?? 0))
  const isFree = (gpu: number) => (node.gpuMilliFree[gpu] ?? 0) >= shape.gpuMilli
  // No more of them than it stands on: whether they are free without it is asked of all that go.
  need(shape.gpus - node.gpuMilliFree.filter((_, gpu) => isFree(gpu)).length, [wholeGpus, gpuParts], ({ stands }) => new Set(podsOn(node, stands).flatMap(({ gpus }) => gpus.filter((gpu) => !isFree(gpu)))).size)
  return { ...bounds, resources, needs, stands: (one) => standing.has(one.allocation), does: (chosen) => whyNotNow(freeWithout(node, chosen.flatMap((one) => on(one) ?? [])), shape) === null }
}

const podsOn = ({ id }: NodeRow, stands: Stands | undefined) => stands?.pods.filter(({ node }) => node === id) ?? []
function freeWithout(node: NodeRow, gone: readonly LentThere[]): Standing {
  const gpuMilliFree = [...node.gpuMilliFree]
  let { cpuMilliFree, memoryBytesFree } = node
  for (const { stands } of gone) for (const { gpus } of podsOn(node, stands)) {
    cpuMilliFree += stands?.each.cpuMilli ?? 0
    memoryBytesFree += stands?.each.memoryBytes ?? 0
    for (const gpu of gpus) gpuMilliFree[gpu] = (gpuMilliFree[gpu] ?? 0) + (stands?.each.gpuMilli ?? 0)
  }
  return { cpuMilliFree, memoryBytesFree, gpuMilliFree }
}

/** Fewer; or from the one that one would spare most, lower or younger. Of equals the first node stays. */
function isBetter(some: readonly Lent[], others: readonly Lent[]): boolean {
  if (some.length !== others.length) return some.length < others.length
  const [mine, theirs] = [some.toSorted(goesFirst), others.toSorted(goesFirst)]
  for (let at = mine.length - 1; at >= 0; at--) {
    const [one, other] = [mine[at], theirs[at]]
    if (one && other && (one.priority !== other.priority || one.since !== other.since)) return goesFirst(one, other) < 0
  }
  return false
}
