export type NamespaceRefusal = 'tenant_frozen' | 'name_taken'
export type NamespaceState = { tenantFrozen: boolean; titleOfSameName: string | null }
/** `exists` is a repeat of what was done already, and a success. */
export type NamespaceDecision = { ok: true; exists: boolean } | { ok: false; refusal: NamespaceRefusal }

export function decideNewNamespace(state: NamespaceState, wish: { title: string }): NamespaceDecision {
  if (state.tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (state.titleOfSameName === null) return { ok: true, exists: false }
  return state.titleOfSameName === wish.title ? { ok: true, exists: true } : { ok: false, refusal: 'name_taken' }
}
