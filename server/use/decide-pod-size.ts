/**
 * How many cores and how much memory a pod would do with, by a histogram of what was seen: each look counts in a bucket, each bucket is a twentieth wider than the one before,
 * and a day weighs half of the day after it. So what is said is never below the percentile of the looks themselves, and above it by a bucket's width at most.
 */
function boundsOf(least: bigint, most: bigint): readonly bigint[] {
  const bounds = [least]
  for (let bound = least; bound < most; bounds.push(bound)) bound = (bound * 105n) / 100n
  return bounds
}
/**
 * In smallest units: the bucket of a place is below the bound of the same place. What lacks cores is slower for a while, and what lacks memory is dead: of memory nothing is ever
 * enough that was passed once.
 */
export const podResources = {
  cpu: { bounds: boundsOf(20n, 10_000_000n), step: 250n, percent: { lower: 50, target: 90, upper: 95 } },
  memory: { bounds: boundsOf(2n ** 24n, 2n ** 46n), step: 2n ** 28n, percent: { lower: 50, target: 100, upper: 100 } },
} as const
export type PodResource = keyof typeof podResources

/** How many looks fell into each bucket, so many days ago. */
export type PodDay = { readonly age: number; readonly seen: Readonly<Record<string, number>> }
/** What a pod has, what would do, and between what that lies: half of the time it needs no more than the lower. */
type PodSize = { readonly has: bigint; readonly enough: bigint; readonly lower: bigint; readonly upper: bigint }

/** A day of looks: what follows the day was not seen before. What was seen between two looks is the margin's. */
export const podBounds = { samples: 144, marginPercent: 15n } as const

export const samplesOf = (days: readonly PodDay[]): number => days.flatMap(({ seen }) => Object.values(seen)).reduce((all, samples) => all + samples, 0)

/** The upper bound of the bucket that so many of a hundred do not pass; null where there is nothing, or it is beyond all buckets. */
export function percentileOf(days: readonly PodDay[], bounds: readonly bigint[], percent: number): bigint | null {
  const weights = new Map<number, number>()
  for (const { age, seen } of days) for (const [bucket, samples] of Object.entries(seen)) weights.set(Number(bucket), (weights.get(Number(bucket)) ?? 0) + samples * 2 ** -age)
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  let below = 0
  for (const [bucket, weight] of [...weights].sort(([one], [other]) => one - other)) {
    below += weight
    if (below * 100 >= all * percent) return bounds[bucket] ?? null
  }
  return null
}

/** Null where it has what it needs, or nobody knows: only what would do with half or less is worth asking for again. */
export function decidePodSize(resource: PodResource, has: bigint, days: readonly PodDay[]): PodSize | null {
  if (samplesOf(days) < podBounds.samples) return null
  const { bounds, step, percent } = podResources[resource]
  const needs = (of: number) => {
    const found = percentileOf(days, bounds, of)
    return found === null ? null : ((found * (100n + podBounds.marginPercent) + 100n * step - 1n) / (100n * step)) * step
  }
  const [lower, enough, upper] = [needs(percent.lower), needs(percent.target), needs(percent.upper)]
  return lower === null || enough === null || upper === null || enough * 2n > has ? null : { has, enough, lower, upper: upper < has ? upper : has }
}
