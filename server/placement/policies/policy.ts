import { after, type Shape, type Standing, tightest } from '../decide-feasible'
import { wholeGpu } from '../fleet'

/** A policy says what of a node is lost as it stands; a placement is good by as much as that falls. */
export type Policy = {
  /** In thousandths of a GPU, by nothing but what is free and where: what it said of a pile it says until the pile is gone. */
  lost(standing: Standing, market: number | null): number
  /** The higher the better. What scores alike is taken in the fleet's order. */
  score(fall: number): number
  /** What all nodes of a market cost at this moment, for this shape; it is taken off the score. */
  charge(market: number | null, shape: Shape): number
}

type Rating = { score: number; gpus: readonly number[] }
/** How good a node on which the shape fits is for it, and the GPUs that would be taken. Whole ones are alike; of shared ones each amount that is free is tried once, and of equals the first is taken. */
export function rate({ lost, score }: Policy, standing: Standing, market: number | null, shape: Shape, lostNow = lost(standing, market)): Rating {
  if (shape.gpus !== 1 || shape.gpuMilli === wholeGpu) {
    const gpus = tightest(standing, shape)
    return { score: score(lostNow - lost(after(standing, shape, gpus), market)), gpus }
  }
  const { gpuMilliFree } = standing
  // One trial standing for all the ways: this is asked some hundred times for each decision.
  const trial = { cpuMilliFree: standing.cpuMilliFree - shape.cpuMilli, memoryBytesFree: standing.memoryBytesFree - shape.memoryBytes, gpuMilliFree: gpuMilliFree.slice() }
  let [best, chosen] = [Number.NEGATIVE_INFINITY, 0]
  for (let gpu = 0; gpu < gpuMilliFree.length; gpu++) {
    const free = gpuMilliFree[gpu] ?? 0
    if (free < shape.gpuMilli || gpuMilliFree.indexOf(free) !== gpu) continue
    trial.gpuMilliFree[gpu] = free - shape.gpuMilli
    const here = score(lostNow - lost(trial, market))
    trial.gpuMilliFree[gpu] = free
    if (here <= best) continue
    best = here
    chosen = gpu
  }
  return { score: best, gpus: [chosen] }
}

export function sumOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
