import type { Glass } from './decide-break-glass'

type GlassRow = { id: string; personId: string; tenants: string[]; minutes: number; askedAt: Date; opensAt: Date; until: Date; signedBy: string | null; endedAt: Date | null; endedBy: string | null; requestId: string; reviewedAt: Date | null; reviewedBy: string | null }
export const glassOf = ({ personId, opensAt, until, endedAt, signedBy }: GlassRow): Glass => ({ person: personId, opensAt, until, endedAt, signedBy })
/** By ids: who they are is for those to see who may. */
export const shown = ({ id, personId, tenants, minutes, askedAt, opensAt, until, signedBy, endedAt, endedBy, requestId, reviewedAt, reviewedBy }: GlassRow) => ({
  breakGlass: id, person: personId, tenants, minutes, askedAt: askedAt.toISOString(), opensAt: opensAt.toISOString(), until: until.toISOString(), signedBy, endedAt: endedAt?.toISOString() ?? null, endedBy, request: requestId,
  reviewedAt: reviewedAt?.toISOString() ?? null, reviewedBy,
})
