type Row = { id: string; tenantId: string | null; giverId: string; delegateId: string; beganAt: Date; until: Date; endedAt: Date | null }
/** By ids: who they are is for those to see who may. */
export const shown = ({ id, tenantId, giverId, delegateId, beganAt, until, endedAt }: Row) =>
  ({ delegation: id, tenant: tenantId, giver: giverId, delegate: delegateId, beganAt: beganAt.toISOString(), until: until.toISOString(), endedAt: endedAt?.toISOString() ?? null })
