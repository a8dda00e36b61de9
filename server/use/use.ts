import type { UseSums } from '~/server/database/sums'

export const ranges = ['day', 'week', 'month'] as const
export type Range = (typeof ranges)[number]
const manners = ['namespace', 'model', 'person'] as const
export type Manner = (typeof manners)[number]

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** A day and a week by the hour, a month by the day; each ends with the one that goes on. */
const spans = { day: { span: 'hour', ms: hourMs, many: 24 }, week: { span: 'hour', ms: hourMs, many: 168 }, month: { span: 'day', ms: dayMs, many: 30 } } as const
export type Bucket = { readonly from: string; readonly to: string }

/** The hours or days of a range, the last of which is not over. */
export function bucketsOf(range: Range, now: Date): { span: 'hour' | 'day'; since: Date; buckets: Bucket[] } {
  const { span, ms, many } = spans[range]
  const last = Math.floor(now.getTime() / ms) * ms
  const first = last - (many - 1) * ms
  const at = (time: number) => new Date(time).toISOString()
  return { span, since: new Date(first), buckets: Array.from({ length: many }, (_, n) => ({ from: at(first + n * ms), to: at(Math.min(first + (n + 1) * ms, now.getTime())) })) }
}

type Figures = { readonly [S in keyof UseSums]: bigint }
export const noUse: Figures = { gpuCharged: 0n, gpuMeasured: 0n, gpuUsed: 0n, cpuCharged: 0n, cpuMeasured: 0n, cpuUsed: 0n, memoryCharged: 0n, memoryMeasured: 0n, memoryUsed: 0n }
export const figuresOf = (sums: UseSums): Figures => ({
  gpuCharged: BigInt(sums.gpuCharged), gpuMeasured: BigInt(sums.gpuMeasured), gpuUsed: BigInt(sums.gpuUsed), cpuCharged: BigInt(sums.cpuCharged), cpuMeasured: BigInt(sums.cpuMeasured), cpuUsed: BigInt(sums.cpuUsed), memoryCharged: BigInt(sums.memoryCharged), memoryMeasured: BigInt(sums.memoryMeasured), memoryUsed: BigInt(sums.memoryUsed),
})
export const plusUse = (one: Figures, other: Figures): Figures => ({
  gpuCharged: one.gpuCharged + other.gpuCharged, gpuMeasured: one.gpuMeasured + other.gpuMeasured, gpuUsed: one.gpuUsed + other.gpuUsed, cpuCharged: one.cpuCharged + other.cpuCharged, cpuMeasured: one.cpuMeasured + other.cpuMeasured, cpuUsed: one.cpuUsed + other.cpuUsed, memoryCharged: one.memoryCharged + other.memoryCharged,
  memoryMeasured: one.memoryMeasured + other.memoryMeasured, memoryUsed: one.memoryUsed + other.memoryUsed,
})
