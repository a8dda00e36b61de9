import type { TargetRefusal } from '~/server/outbox/webhook/decide-target'

export type CreateRefusal = 'tenant_frozen' | 'too_many' | TargetRefusal
export type ChangeRefusal = 'tenant_frozen' | 'not_found' | 'ended'
export type RetryRefusal = ChangeRefusal | 'still_tried' | 'delivered_already'
type Found = { readonly endedAt: Date | null } | null

/** Order is precedence. */
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
/** Only what was given up, or is not wanted any more by whom it was tried for, is tried anew: what is being tried is, and what was delivered was. */
export function decideRetry(tenantFrozen: boolean, found: Found, outcome: string | null | undefined): RetryRefusal | null {
  const refusal = decideChange(tenantFrozen, found)
  if (refusal) return refusal
  if (outcome === undefined) return 'not_found'
  if (outcome === null) return 'still_tried'
  return outcome === 'delivered' ? 'delivered_already' : null
}
