/** How the two acts came out: done, or what said no. */
export type Seen = { readonly forbidden: string; readonly allowed: string }
export type ControlState = 'proven' | 'violated' | 'unknown'
export const done = 'done'

/** What is forbidden was done: violated, whatever else. Refused by what must refuse it, and what is allowed was done: proven. All else shows nothing. */
export function decideProof(refusedAs: readonly string[], seen: Seen | null): ControlState {
  if (seen === null) return 'unknown'
  if (seen.forbidden === done) return 'violated'
  return refusedAs.includes(seen.forbidden) && seen.allowed === done ? 'proven' : 'unknown'
}

/** Every five minutes each promise is tried; what was last tried three times as long ago says nothing of now, and neither does what a clock that ran ahead says was tried so long from now. */
export const probeMs = 5 * 60_000
export const staleMs = 3 * probeMs
export const decideState = (found: { readonly state: ControlState; readonly checkedAt: Date } | null, now: Date): ControlState =>
  found === null || Math.abs(now.getTime() - found.checkedAt.getTime()) > staleMs ? 'unknown' : found.state
