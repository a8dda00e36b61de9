import type { TargetRefusal } from './decide-target'

export type CreateRefusal = 'tenant_frozen' | 'too_many' | TargetRefusal
export type ChangeRefusal = 'tenant_frozen' | 'not_found' | 'ended'
export type Found = { readonly endedAt: Date | null } | null

/** Whoever is told something outside, of a webhook or a feed. Order is precedence. */
export function decideCreate({ tenantFrozen, live }: { tenantFrozen: boolean; live: number }, target: { ok: true } | { ok: false; refusal: TargetRefusal }, most: number): CreateRefusal | null {
  if (tenantFrozen) return 'tenant_frozen'
  if (!target.ok) return target.refusal
  return live >= most ? 'too_many' : null
}
export function decideChange(tenantFrozen: boolean, found: Found): ChangeRefusal | null {
  if (!found) return 'not_found'
  if (tenantFrozen) return 'tenant_frozen'
  return found.endedAt !== null ? 'ended' : null
}
/** What stops telling is done in a frozen tenant, too. To end what has ended is to say so again. */
export const decideEnd = (found: Found): 'not_found' | null => (found === null ? 'not_found' : null)
