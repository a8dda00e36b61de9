/** What a witness is given next. One that holds more of the log than there is now is given nothing: what was there went back. */
export type Held = { readonly size: number }
export type WitnessFailure = 'not_writable' | 'went_back' | 'not_ours' | 'address_refused' | 'not_resolved' | 'timed_out' | 'no_connection' | 'not_taken'
export type ToGive = { readonly give: 'all_since' | 'latest'; readonly since: number } | { readonly failure: 'went_back' } | null

/** A new one begins with the log as it is: what was before, it has not seen. */
export function decideGiven(held: Held | null, signed: number): ToGive {
  if (signed === 0) return held !== null && held.size > 0 ? { failure: 'went_back' } : null
  if (held === null) return { give: 'latest', since: signed - 1 }
  if (held.size > signed) return { failure: 'went_back' }
  return held.size === signed ? null : { give: 'all_since', since: held.size }
}

const [firstPauseMs, longestPauseMs] = [1_000, 60_000]
/** After so many failures, one after the other. */
export const pauseAfter = (tries: number): number => Math.min(firstPauseMs * 2 ** Math.min(tries - 1, 10), longestPauseMs)
/** Of what is posted, only the number of the answer is read. */
export const failureOf = (posted: { status: number } | { failed: WitnessFailure }): WitnessFailure | null => ('failed' in posted ? posted.failed : posted.status >= 200 && posted.status < 300 ? null : 'not_taken')
