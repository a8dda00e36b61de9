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
  if (shape.gpus === 0) return [[]]
  if (shape.gpus > 1 || shape.gpuMilli === wholeGpu) return [tightest(standing, shape)]
  const { gpuMilliFree } = standing
  return [...gpuMilliFree.keys()].filter((gpu) => (gpuMilliFree[gpu] ?? 0) >= shape.gpuMilli && gpuMilliFree.indexOf(gpuMilliFree[gpu] ?? 0) === gpu).map((gpu) => [gpu])
}
export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
