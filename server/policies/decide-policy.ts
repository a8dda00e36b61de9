export type PolicyRefusal = 'tenant_frozen' | 'changed_meanwhile' | 'no_change'
/** `asksLess` is that with what is wished something would go with less than now. */
export type PolicyState = { readonly tenantFrozen: boolean; readonly version: string | null; readonly isSame: boolean; readonly asksLess: boolean }

/** So long there is for somebody else to see it, and to take it back. */
const laterMs = 24 * 3_600_000

/** What the platform says of a frozen tenant it may go on saying: a tenant is not frozen against the platform. What asks for less than what holds does not hold at once: nobody lowers what is asked of them and goes through below it. */
export function decidePolicy({ tenantFrozen, version, isSame, asksLess }: PolicyState, wish: { readonly version: string | null }, now: Date): { ok: true; version: bigint; from: Date } | { ok: false; refusal: PolicyRefusal } {
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (version !== wish.version) return { ok: false, refusal: 'changed_meanwhile' }
  if (isSame) return { ok: false, refusal: 'no_change' }
  return { ok: true, version: BigInt(version ?? '0') + 1n, from: asksLess ? new Date(now.getTime() + laterMs) : now }
}
