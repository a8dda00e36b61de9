/**
 * The score, in thousandths of a GPU, each with the weight of one:
 *   what the placement does to F (what the next to come could not use there), and to what no CPU is left for, which F sees only when it has happened;
 *   less what the GPUs it takes are worth to those who may go nowhere else.
 */
import type { Standing } from '../decide-feasible'
import type { Fleet } from '../fleet'
import { fragmentation } from '../fragmentation'
import { pressure } from '../pressure'
import { gpuMilliOf, type Typical } from '../typical'
import { type Policy, sumOf } from './policy'

/** Differences smaller than a twenty-fifth of a GPU are none: equals are taken in order, which keeps the work together and the rest of the fleet whole. */
const grainMilli = 40

export function ours(typical: readonly Typical[], { markets }: Fleet): Policy {
  const fragmented = fragmentation(typical, markets)
  const priceOf = pressure(typical, markets)
  const withGpus = typical.filter(({ shape }) => shape.gpus > 0)
  const cpuPerGpu = withGpus.reduce((sum, { shape, share }) => sum + share * shape.cpuMilli, 0) / withGpus.reduce((sum, { shape, share }) => sum + share * gpuMilliOf(shape), 0)
  /** With the usual CPU for each GPU, so much of what is idle would find none. Where no CPU is usual, or nothing is known, nothing starves. */
  const starved = ({ cpuMilliFree, gpuMilliFree }: Standing) => (cpuPerGpu > 0 ? Math.max(0, sumOf(gpuMilliFree) - cpuMilliFree / cpuPerGpu) : 0)
  return {
    lost: (standing, market) => (market === null ? 0 : fragmented(standing, market)) + starved(standing),
    score: (fall) => Math.floor(fall / grainMilli) * grainMilli,
    charge: (market, shape) => (market === null ? 0 : priceOf(market) * gpuMilliOf(shape)),
  }
}
