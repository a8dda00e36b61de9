import type { LatelyUsed } from './use'

export type Renewal = { readonly hours: number; readonly because: 'as_before' | 'under_half' | 'not_measured' }
const [half, dayHours, hourMs] = [500, 24, 3_600_000]

/**
 * By how much to extend, as a proposal: so that it ends as long from now as it was given for. What used less than half of its GPUs, or was measured by nobody, is proposed a day at most:
 * whoever needs more types more.
 */
export function decideRenewal({ admittedAt, endsAt, now }: { admittedAt: string; endsAt: string; now: string }, { gpuUse }: LatelyUsed, hasGpus: boolean): Renewal {
  const [given, left] = [Date.parse(endsAt) - Date.parse(admittedAt), Math.max(0, Date.parse(endsAt) - Date.parse(now))]
  const again = Math.max(1, Math.floor((given - left) / hourMs))
  if (!hasGpus) return { hours: again, because: 'as_before' }
  const because = gpuUse === null ? 'not_measured' : gpuUse < half ? 'under_half' : 'as_before'
  return { hours: because === 'as_before' ? again : Math.min(again, dayHours), because }
}
