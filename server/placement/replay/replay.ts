/** One pass over one order of arrivals: nothing waits, nothing is tried again, nothing is moved. What does not fit is dropped and counted. */
import { createHash } from 'node:crypto'
import type { Allowed } from '../decide-feasible'
import { Fleet, type Node } from '../fleet'
import { fragmentation } from '../fragmentation'
import { gpuMilliOf, typicalOf } from '../typical'
import { policies, type PolicyName } from './policies/policies'
import { throughQuotas } from './through-quotas'
import { setOut, type Task } from './trace'

export const loads = [95, 100, 110, 120, 130] as const
/** Of one seed and policy: what stood idle at each load, in per cent of all GPUs, and what else there is to know of it. */
export type Outcome = {
  unallocated: ReadonlyMap<number, number>; failed: ReadonlyMap<string, number>; placed: number
  /** F of all nodes, in per cent of all GPUs, when what has arrived would fill them. */
  fragmented: number
  decisions: number; seconds: number
  /** Tasks that may be only in some regions and were placed; those placed in another. */
  bound: number; violations: number
  /** Of where each task went, in the order in which they came. */
  digest: string
}

export function replay(nodes: readonly Node[], tasks: readonly Task[], { seed, load, policy, quotas = false }: { seed: number; load: number; policy: PolicyName; /** By way of admission. */ quotas?: boolean }): Outcome {
  const { arrivals, inOrder, capacityMilli, random } = setOut(nodes, tasks, { seed, load })
  const fleet = new Fleet(inOrder)
  // What may be known before: how often each shape comes in the trace as it was recorded.
  const typical = typicalOf(tasks)
  const plain = policies[policy](fleet, { typical, random })
  const chooser = quotas ? throughQuotas(fleet, plain) : plain
  const digest = createHash('sha256')
  const regionOf = new Map(nodes.map(({ id, region }) => [id, region]))
  const lost = fragmentation(typical, fleet.markets)
  const fragmented = () => fleet.shelves.reduce((sum, { market, piles }) => [...piles.values()].reduce((all, pile) => all + pile.nodes.length * (market === null ? 0 : lost(pile, market)), sum), 0)

  const buckets = new Map<number, { sum: number; count: number }>()
  const failed = new Map<string, number>()
  let [arrivedMilli, allocatedMilli, placed, bound, violations, seconds, fragmentedMilli] = [0, 0, 0, 0, 0, 0, -1]
  for (const { shape, regions } of arrivals) {
    arrivedMilli += gpuMilliOf(shape)
    const began = performance.now()
    const chosen = chooser.choose(shape, { ...anyone, regions })
    if (chosen) fleet.place(chosen.id, shape, chosen.gpus)
    seconds += (performance.now() - began) / 1000
    digest.update(`${chosen ? `${chosen.id} ${chosen.gpus.join()}` : '-'}\n`)
    if (chosen) {
      placed++
      allocatedMilli += gpuMilliOf(shape)
      if (regions !== 'any') {
        bound++
        if (!regions.includes(regionOf.get(chosen.id) ?? '')) violations++
      }
    } else failed.set(wordsOf(shape), (failed.get(wordsOf(shape)) ?? 0) + 1)
    if (fragmentedMilli < 0 && arrivedMilli >= capacityMilli) fragmentedMilli = fragmented()
    const at = Math.round((100 * arrivedMilli) / capacityMilli)
    const { sum, count } = buckets.get(at) ?? { sum: 0, count: 0 }
    buckets.set(at, { sum: sum + (100 * allocatedMilli) / capacityMilli, count: count + 1 })
  }
  const unallocated = new Map(loads.flatMap((at) => [buckets.get(at)].flatMap((bucket) => (bucket ? [[at, 100 - bucket.sum / bucket.count] as const] : []))))
  return { unallocated, failed, placed, fragmented: (100 * Math.max(0, fragmentedMilli)) / capacityMilli, decisions: arrivals.length, seconds, bound, violations, digest: digest.digest('base64url') }
}

const anyone: Allowed = { tenant: 'trace', isolation: 1, tolerates: [], regions: 'any', clusters: 'any', pools: 'any' }
const wordsOf = ({ cpuMilli, gpus, gpuMilli, models }: Task['shape']) => `${gpus === 0 ? 'no GPU' : gpus === 1 && gpuMilli < 1000 ? `${gpuMilli}/1000 GPU` : `${gpus} GPU`}, ${cpuMilli / 1000} CPU${models === 'any' ? '' : `, ${models.join(' or ')}`}`
