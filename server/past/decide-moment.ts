/** Why nothing can be read as of a moment. The order is the order in which it is asked. */
export type MomentRefusal = 'malformed' | 'not_yet' | 'before_history'
/** `now` and `since` as the database writes moments: in UTC, to the microsecond. `since` is when the history of the place begins. */
export type Kept = { readonly now: string; readonly since: string }
type MomentDecision = { readonly ok: true; readonly at: string } | { readonly ok: false; readonly refusal: MomentRefusal }

const written = /^(20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,6}))?)?Z$/
/** In one form, in which the later moment is the greater text; null for what is no moment, such as the 30th of February. */
export function parseMoment(text: string): string | null {
  const [, minute, second = '00', fraction = ''] = written.exec(text) ?? []
  if (minute === undefined) return null
  const read = new Date(`${minute}:${second}Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(`${minute}:${second}`) ? `${minute}:${second}.${fraction.padEnd(6, '0')}Z` : null
}

/** A moment that has passed, since there is a history. */
export function decideMoment(text: string, { now, since }: Kept): MomentDecision {
  const at = parseMoment(text)
  if (at === null) return { ok: false, refusal: 'malformed' }
  if (at > now) return { ok: false, refusal: 'not_yet' }
  return at < since ? { ok: false, refusal: 'before_history' } : { ok: true, at }
}
