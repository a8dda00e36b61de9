/** A factor approves nothing on its first day: whoever got hold of an account, and added one, is noticed first. */
const settlesAfterMs = 24 * 3_600_000
export const settledAt = (since: Date): Date => new Date(since.getTime() + settlesAfterMs)

/** The demo's people have had theirs for minutes; that they were let through is in the record of each deed. */
export function decideSettled(since: Date, isDemoPerson: boolean, now: Date): 'settled' | 'exempt' | 'too_new' {
  if (now >= settledAt(since)) return 'settled'
  return isDemoPerson ? 'exempt' : 'too_new'
}
