export type PlaceRefusal = 'tenant_unknown' | 'held_already'
/** `tenantKnown` is that the tenant is there, or that it is the whole platform. */
export function decidePlace({ tenantKnown, heldAlready }: { tenantKnown: boolean; heldAlready: boolean }): { ok: true } | { ok: false; refusal: PlaceRefusal } {
  if (!tenantKnown) return { ok: false, refusal: 'tenant_unknown' }
  return heldAlready ? { ok: false, refusal: 'held_already' } : { ok: true }
}

export type Standing = { readonly placedBy: string; readonly lifted: boolean }
export type LiftRefusal = 'hold_unknown' | 'lifted_already' | 'own_hold'
/** One person alone does not place a hold and let it go: what is held is held against whoever would rather have it gone. */
export function decideLift(hold: Standing | null, by: string): { ok: true } | { ok: false; refusal: LiftRefusal } {
  if (!hold) return { ok: false, refusal: 'hold_unknown' }
  if (hold.lifted) return { ok: false, refusal: 'lifted_already' }
  return hold.placedBy === by ? { ok: false, refusal: 'own_hold' } : { ok: true }
}
