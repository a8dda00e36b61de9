export type NamespaceLife = { readonly tenantFrozen: boolean; readonly isClosed: boolean; readonly isFrozen: boolean }
type Common = 'tenant_frozen' | 'namespace_closed'
export type FreezeRefusal = Common | 'already_frozen'
export type ThawRefusal = Common | 'not_frozen'
type Decision<R> = { readonly ok: true } | { readonly ok: false; readonly refusal: R }

function common({ tenantFrozen, isClosed }: NamespaceLife): Common | null {
  if (tenantFrozen) return 'tenant_frozen'
  return isClosed ? 'namespace_closed' : null
}
export function decideFreeze(life: NamespaceLife): Decision<FreezeRefusal> {
  const refusal = common(life) ?? (life.isFrozen ? 'already_frozen' : null)
  return refusal === null ? { ok: true } : { ok: false, refusal }
}
export function decideThaw(life: NamespaceLife): Decision<ThawRefusal> {
  const refusal = common(life) ?? (life.isFrozen ? null : 'not_frozen')
  return refusal === null ? { ok: true } : { ok: false, refusal }
}

export type DeleteRefusal = Common | 'other_name_typed' | 'request_open' | 'work_runs'
/** `living` is all that runs, is promised or waits; `asked` are requests about the place itself, which nobody ends but whoever asked or answers. */
export type Deletable = NamespaceLife & { readonly name: string; readonly living: number; readonly asked: number }

/** Order is precedence. Nothing is left in it: either it is gone at once, or it is closed until the last of what runs was ended. A frozen one can be deleted. */
export function decideDelete(state: Deletable, { typed, ends }: { readonly typed: string; readonly ends: boolean }): { readonly ok: true; readonly atOnce: boolean } | { readonly ok: false; readonly refusal: DeleteRefusal } {
  const refusal = common(state)
  if (refusal !== null) return { ok: false, refusal }
  if (typed !== state.name) return { ok: false, refusal: 'other_name_typed' }
  if (state.asked > 0) return { ok: false, refusal: 'request_open' }
  if (state.living > 0 && !ends) return { ok: false, refusal: 'work_runs' }
  return { ok: true, atOnce: state.living === 0 }
}
