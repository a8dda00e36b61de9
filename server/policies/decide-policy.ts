export type PolicyRefusal = 'tenant_frozen' | 'changed_meanwhile' | 'no_change'
export type PolicyState = { readonly tenantFrozen: boolean; readonly version: string | null; readonly isSame: boolean }

/** What the platform says of a frozen tenant it may go on saying: a tenant is not frozen against the platform. */
export function decidePolicy({ tenantFrozen, version, isSame }: PolicyState, wish: { readonly version: string | null }): { ok: true; version: bigint } | { ok: false; refusal: PolicyRefusal } {
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (version !== wish.version) return { ok: false, refusal: 'changed_meanwhile' }
  return isSame ? { ok: false, refusal: 'no_change' } : { ok: true, version: BigInt(version ?? '0') + 1n }
}
