export type BeginRefusal = 'needs_second'
export type AskRefusal = 'may_alone' | 'asked_already'
/** What somebody else said yes to, and nobody has used. */
export type Allowed = { readonly request: string; readonly hours: number; readonly decidedAt: Date }

/** Whoever was allowed begins within a day, or asks anew. */
export const allowedMs = 24 * 3_600_000

/** The one that allows no longer than it need, of those that allow as long as is wished. */
export function decideBeginning(aloneHours: number, allowed: readonly Allowed[], { hours }: { readonly hours: number }, now: Date): { ok: true; request: string | null } | { ok: false; refusal: BeginRefusal } {
  if (hours <= aloneHours) return { ok: true, request: null }
  const [first] = allowed.filter((one) => one.hours >= hours && one.decidedAt.getTime() > now.getTime() - allowedMs).sort((one, other) => one.hours - other.hours)
  return first ? { ok: true, request: first.request } : { ok: false, refusal: 'needs_second' }
}

type Elevation = { readonly beganAt: Date; readonly until: Date; readonly endedAt: Date | null }
type HeldRole = { readonly validFrom: Date; readonly validTo: Date | null }
/** Until when it was or is good for something, and since when it is not: it ends with the last role that its person held when it began, also where nobody ended it. */
export function decideStanding({ beganAt, until, endedAt }: Elevation, held: readonly HeldRole[], now: Date): { until: Date; endedAt: Date | null } {
  const own = held.filter(({ validFrom, validTo }) => validFrom <= beganAt && (validTo === null || validTo > beganAt))
  const lost = own.reduce<Date | null>((last, { validTo }) => (last === null || validTo === null ? null : validTo > last ? validTo : last), beganAt)
  if (endedAt !== null && (lost === null || endedAt <= lost)) return { until, endedAt }
  if (lost === null || lost >= until) return { until, endedAt: null }
  return lost <= now ? { until, endedAt: lost } : { until: lost, endedAt: null }
}

export function decideAsking(aloneHours: number, open: number, { hours }: { readonly hours: number }): { ok: true } | { ok: false; refusal: AskRefusal } {
  if (hours <= aloneHours) return { ok: false, refusal: 'may_alone' }
  return open > 0 ? { ok: false, refusal: 'asked_already' } : { ok: true }
}
