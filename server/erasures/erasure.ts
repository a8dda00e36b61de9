export type ErasureRow = {
  id: string; tenantId: string; reason: string; askedAt: Date; askedBy: string; signedAt: Date | null; signedBy: string | null; dueAt: Date | null; takenBackAt: Date | null; takenBackBy: string | null; erasedAt: Date | null
}
/** By ids: who they are is for those to see who may. */
export const shown = ({ id, tenantId, reason, askedAt, askedBy, signedAt, signedBy, dueAt, takenBackAt, takenBackBy, erasedAt }: ErasureRow) => ({
  erasure: id, tenant: tenantId, reason, askedAt: askedAt.toISOString(), askedBy, signedAt: signedAt?.toISOString() ?? null, signedBy, dueAt: dueAt?.toISOString() ?? null,
  takenBackAt: takenBackAt?.toISOString() ?? null, takenBackBy, erasedAt: erasedAt?.toISOString() ?? null,
})
