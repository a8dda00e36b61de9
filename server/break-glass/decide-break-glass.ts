export const minutesMost = 60
const minuteMs = 60_000

export type Glass = { readonly person: string; readonly opensAt: Date; readonly until: Date; readonly endedAt: Date | null; readonly signedBy: string | null }
export type GlassStanding = 'waits' | 'open' | 'over'
/** Nothing but the clock opens it and nothing but the clock closes it, if nobody does so before. */
export function standingOf({ opensAt, until, endedAt }: Pick<Glass, 'opensAt' | 'until' | 'endedAt'>, now: Date): GlassStanding {
  if (endedAt !== null || now >= until) return 'over'
  return now >= opensAt ? 'open' : 'waits'
}
/** Since when whoever it concerns does not know the earliest of what they were not told of; null where they know all of it. What was stopped before it opened never was open. */
export function untoldSince({ askedAt, opensAt, until, endedAt }: Pick<Glass, 'opensAt' | 'until' | 'endedAt'> & { readonly askedAt: Date }, told: readonly string[], now: Date): Date | null {
  const over = endedAt ?? until
  const came = [['asked', askedAt], ...(opensAt < over ? [['opened', opensAt] as const] : []), ['over', over]] as const
  return came.find(([what, at]) => at <= now && !told.includes(what))?.[1] ?? null
}

export type BeginRefusal = 'tenant_unknown' | 'not_reviewed' | 'found_wrong'
/** `unreviewed` is that somebody's was not looked at yet, open or not; `foundWrong`, that one of their own was looked at, and refused. */
export function decideBegin({ unreviewed, foundWrong, tenantsKnown }: { unreviewed: boolean; foundWrong: boolean; tenantsKnown: boolean }): { ok: true } | { ok: false; refusal: BeginRefusal } {
  if (unreviewed) return { ok: false, refusal: 'not_reviewed' }
  if (foundWrong) return { ok: false, refusal: 'found_wrong' }
  return tenantsKnown ? { ok: true } : { ok: false, refusal: 'tenant_unknown' }
}
/** With one signature it waits for as long as others need to see it and to stop it. */
export const timesOf = (opensAt: Date, minutes: number) => ({ opensAt, until: new Date(opensAt.getTime() + minutes * minuteMs) })
export const delayed = (now: Date, delayMinutes: number): Date => new Date(now.getTime() + delayMinutes * minuteMs)

export type SignRefusal = 'not_found' | 'own_glass' | 'appointed' | 'already_over' | 'already_open'
/** A second signature opens it at once: of somebody else, who is not there by the word of the first, nor the first by theirs. */
export function decideSign(glass: Glass | null, { by, appointed }: { by: string; appointed: boolean }, now: Date): { ok: true } | { ok: false; refusal: SignRefusal } {
  if (!glass) return { ok: false, refusal: 'not_found' }
  if (glass.person === by) return { ok: false, refusal: 'own_glass' }
  if (appointed) return { ok: false, refusal: 'appointed' }
  const standing = standingOf(glass, now)
  if (standing === 'over') return { ok: false, refusal: 'already_over' }
  return standing === 'open' ? { ok: false, refusal: 'already_open' } : { ok: true }
}
export type StopRefusal = 'not_found' | 'already_over' | 'already_open'
/** The platform stops it whenever it likes; a tenant that it names, as long as it is not open: what it is opened against may be there. */
export function decideStop(glass: Glass | null, inTenant: boolean, now: Date): { ok: true } | { ok: false; refusal: StopRefusal } {
  if (!glass) return { ok: false, refusal: 'not_found' }
  const standing = standingOf(glass, now)
  if (standing === 'over') return { ok: false, refusal: 'already_over' }
  return inTenant && standing === 'open' ? { ok: false, refusal: 'already_open' } : { ok: true }
}
export type ReviewRefusal = 'glass_not_over'
