/**
 * Whether something reckons as mining does: all of its GPUs busy to the last percent, hour after hour, with hardly any cores or memory. Training is not like that: it reads, writes and
 * pauses. It is a hint for people and no more: what runs, what it sends and to whom is not known here, so nothing is ever done on its word alone.
 */
import { gapMs } from './decide-use'

export type Steady = { readonly since: number; readonly seenAt: number }
/** In thousandths: of its GPUs what the least busy pod uses, of the rest the most that any uses; and when the oldest of it was said. Null where a part was not heard. */
export type Busy = { readonly gpu: number | null; readonly cpu: number | null; readonly memory: number | null; readonly at: number }

export const [busyFrom, coresMost, memoryMost] = [950, 100, 250]
export const miningMs = 6 * 3_600_000

/** What is known after one more look; null where it does something else, or nobody knows. */
export function steadyOn(before: Steady | null, { gpu, cpu, memory, at }: Busy, now: number): Steady | null {
  if (gpu === null || cpu === null || memory === null || Math.abs(now - at) > gapMs) return null
  if (gpu < busyFrom || cpu > coresMost || memory > memoryMost) return null
  return { since: before !== null && now - before.seenAt <= gapMs ? before.since : now, seenAt: now }
}
/** Reserved capacity was paid for, whatever is done with it. */
export const looksLikeMining = ({ since, seenAt }: Steady, isReserved: boolean): boolean => !isReserved && seenAt - since >= miningMs
