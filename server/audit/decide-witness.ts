/** What a witness is given next. One that holds more of the log than there is now, or another past, is given nothing: what was there went back, and what was signed since would stand for it. */
export type Held = { readonly size: number }
export type WitnessFailure = 'not_writable' | 'lost' | 'went_back' | 'not_ours' | 'address_refused' | 'not_resolved' | 'timed_out' | 'no_connection' | 'not_taken'
export type ToGive = { readonly give: 'all_since' | 'latest'; readonly since: number } | { readonly failure: 'lost' | 'went_back' | 'goes_on_otherwise' } | null

/**
 * A new one begins with the log as it is: what was before, it has not seen. One that was given something and holds nothing is no new one: as if it were, nobody would hear that what it kept is gone.
 * `given` is how much of the log it took; `begins` is whether the log of now begins with what it says that it holds; null where it does not say.
 */
export function decideGiven(held: Held | null, signed: number, begins: boolean | null, given: number): ToGive {
  if (held === null && given > 0) return { failure: 'lost' }
  if (signed === 0) return held !== null && held.size > 0 ? { failure: 'went_back' } : null
  if (held === null) return { give: 'latest', since: signed - 1 }
  if (held.size > signed) return { failure: 'went_back' }
  if (begins === false) return { failure: 'goes_on_otherwise' }
  return held.size === signed ? null : { give: 'all_since', since: held.size }
}

/** `place` is the digest of what was set, `name` what it is called: a directory's path, or an address's host. */
export type SetWitness = { readonly kind: 'directory' | 'address'; readonly place: string; readonly name: string }
export type KnownWitness = { readonly kind: string; readonly place: string; readonly endedAt: Date | null }
/** One that was there before it had a place is taken for the one that is set of its kind. One that is set again goes on where it was. */
export function decideSet(known: readonly KnownWitness[], set: readonly SetWitness[]): { ends: KnownWitness[]; begins: SetWitness[]; resumes: SetWitness[]; named: SetWitness[] } {
  const now = (kind: string) => known.find((one) => one.kind === kind && one.endedAt === null)
  const changed = set.filter(({ kind, place }) => now(kind)?.place !== place)
  const named = changed.filter(({ kind }) => now(kind)?.place === '')
  const others = changed.filter((one) => !named.includes(one))
  const wasThere = ({ kind, place }: SetWitness) => known.some((one) => one.kind === kind && one.place === place)
  return {
    ends: known.filter(({ kind, place, endedAt }) => endedAt === null && !set.some((one) => one.kind === kind && (place === '' || one.place === place))),
    begins: others.filter((one) => !wasThere(one)), resumes: others.filter(wasThere), named,
  }
}

const askedEveryMs = 3_600_000
/** What is at an address is asked for when a process begins, and again after an hour. */
export const isAskedAgain = (askedAt: number | null, now: number): boolean => askedAt === null || now - askedAt >= askedEveryMs

const [firstPauseMs, longestPauseMs] = [1_000, 60_000]
/** After so many failures, one after the other. */
export const pauseAfter = (tries: number): number => Math.min(firstPauseMs * 2 ** Math.min(tries - 1, 10), longestPauseMs)
/** Of what is posted, only the number of the answer is read. */
export const failureOf = (posted: { status: number } | { failed: WitnessFailure }): WitnessFailure | null => ('failed' in posted ? posted.failed : posted.status >= 200 && posted.status < 300 ? null : 'not_taken')
