import { type Shape, type Standing, tightest } from '../decide-feasible'
import { wholeGpu } from '../fleet'

/** How good a node is for a shape that fits there: a number, the higher the better, and the GPUs of it that would be taken. */
export type Rating = { score: number; gpus: readonly number[] }
export type Policy = {
  /** By nothing but what is free and where: what it said of a pile it says until the pile is gone. */
  rate(standing: Standing, market: number | null, shape: Shape): Rating
  /** What all nodes of a market cost at this moment, for this shape; it is taken off. */
  charge(market: number | null, shape: Shape): number
}

/** The ways to put a shape onto GPUs that differ in anything: whole ones are alike, of shared ones each amount that is free is tried once. */
export function waysToTake(standing: Standing, shape: Shape): readonly (readonly number[])[] {
  if (shape.gpus !== 1 || shape.gpuMilli === wholeGpu) return [tightest(standing, shape)]
  const { gpuMilliFree } = standing
  const ways: number[][] = []
  for (let gpu = 0; gpu < gpuMilliFree.length; gpu++) {
    const free = gpuMilliFree[gpu] ?? 0
    if (free >= shape.gpuMilli && gpuMilliFree.indexOf(free) === gpu) ways.push([gpu])
  }
  return ways
}
export function sumOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

/** What is asked of the same standing again and again is worked out once. Whoever changes a standing makes another. */
export function remembered(of: (standing: Standing, market: number | null) => number): (standing: Standing, market: number | null) => number {
  const known = new WeakMap<Standing, number>()
  return (standing, market) => {
    const before = known.get(standing)
    if (before !== undefined) return before
    const value = of(standing, market)
    known.set(standing, value)
    return value
  }
}
