/** How long one usually waits, as far as anybody can tell: in buckets too coarse to tell what others do, and only from enough that waited lately. */
export const waitBuckets = ['minutes', 'an_hour', 'some_hours', 'a_day', 'longer'] as const
export type WaitBucket = (typeof waitBuckets)[number]
const [minute, hour] = [60_000, 3_600_000]
const within: readonly (readonly [WaitBucket, number])[] = [['minutes', 10 * minute], ['an_hour', hour], ['some_hours', 6 * hour], ['a_day', 24 * hour]]

/** So many must have waited, and no longer ago than this. */
export const waitedLeast = 20
export const waitedLatelyMs = 7 * 24 * hour
/** Who began at once did not wait. */
const atOnceMs = 1_000

/** The middle one of what those waited who did. */
export function decideWait(past: readonly { readonly askedAt: Date; readonly admittedAt: Date | null }[]): WaitBucket | null {
  const waits = past.flatMap(({ askedAt, admittedAt }) => (admittedAt && admittedAt.getTime() - askedAt.getTime() >= atOnceMs ? [admittedAt.getTime() - askedAt.getTime()] : [])).sort((a, b) => a - b)
  const median = waits[Math.floor(waits.length / 2)]
  if (waits.length < waitedLeast || median === undefined) return null
  return within.find(([, most]) => median <= most)?.[0] ?? 'longer'
}
