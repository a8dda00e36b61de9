import type { TargetRefusal } from '~/server/outbox/webhook/decide-target'
import type { FeedState } from './feed'

export type CreateRefusal = 'tenant_frozen' | 'too_many' | TargetRefusal
export type ChangeRefusal = 'tenant_frozen' | 'not_found' | 'ended'
type Found = { readonly endedAt: Date | null } | null

/** Order is precedence. */
export function decideCreate({ tenantFrozen, live }: { tenantFrozen: boolean; live: number }, target: { ok: true } | { ok: false; refusal: TargetRefusal }, most: number): CreateRefusal | null {
  if (tenantFrozen) return 'tenant_frozen'
  if (!target.ok) return target.refusal
  return live >= most ? 'too_many' : null
}
/** To try one out, and to have it go on. */
export function decideChange(tenantFrozen: boolean, found: Found): ChangeRefusal | null {
  if (!found) return 'not_found'
  if (tenantFrozen) return 'tenant_frozen'
  return found.endedAt !== null ? 'ended' : null
}
/** What stops it is done in a frozen tenant, too. */
export function decidePause(found: Found): 'not_found' | 'ended' | null {
  if (!found) return 'not_found'
  return found.endedAt !== null ? 'ended' : null
}
/** To end what has ended is to say so again. */
export const decideEnd = (found: Found): 'not_found' | null => (found === null ? 'not_found' : null)

export function stateOf({ endedAt, pausedAt, givenUpAt, failure }: { endedAt: Date | null; pausedAt: Date | null; givenUpAt: Date | null; failure: string | null }): FeedState {
  if (endedAt !== null) return 'ended'
  if (pausedAt !== null) return 'paused'
  if (givenUpAt !== null) return 'given_up'
  return failure === null ? 'follows' : 'tries_again'
}
