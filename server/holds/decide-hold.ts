export type PlaceRefusal = 'tenant_unknown' | 'held_already'
/** `tenantKnown` is that the tenant is there, or that it is the whole platform. */
export function decidePlace({ tenantKnown, heldAlready }: { tenantKnown: boolean; heldAlready: boolean }): { ok: true } | { ok: false; refusal: PlaceRefusal } {
  if (!tenantKnown) return { ok: false, refusal: 'tenant_unknown' }
  return heldAlready ? { ok: false, refusal: 'held_already' } : { ok: true }
}

export type Standing = { readonly placedBy: string; readonly lifted: boolean }
export type LiftRefusal = 'hold_unknown' | 'lifted_already' | 'own_hold' | 'appointed'
/** One person alone does not place a hold and let it go: what is held is held against whoever would rather have it gone. Whom they let in lately, or who let them in, is nobody else. */
export function decideLift(hold: Standing | null, by: string, appointed: boolean): { ok: true } | { ok: false; refusal: LiftRefusal } {
  if (!hold) return { ok: false, refusal: 'hold_unknown' }
  if (hold.lifted) return { ok: false, refusal: 'lifted_already' }
  if (hold.placedBy === by) return { ok: false, refusal: 'own_hold' }
  return appointed ? { ok: false, refusal: 'appointed' } : { ok: true }
}
