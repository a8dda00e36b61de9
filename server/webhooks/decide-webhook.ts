import { type ChangeRefusal, decideChange, type Found } from '~/server/outbox/webhook/decide-receiver'

export type RetryRefusal = ChangeRefusal | 'still_tried' | 'delivered_already'

/** Only what was given up, or is not wanted any more by whom it was tried for, is tried anew: what is being tried is, and what was delivered was. */
export function decideRetry(tenantFrozen: boolean, found: Found, outcome: string | null | undefined): RetryRefusal | null {
  const refusal = decideChange(tenantFrozen, found)
  if (refusal) return refusal
  if (outcome === undefined) return 'not_found'
  if (outcome === null) return 'still_tried'
  return outcome === 'delivered' ? 'delivered_already' : null
}
