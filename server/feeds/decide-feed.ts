import { type ChangeRefusal, decideChange, type Found } from '~/server/outbox/webhook/decide-receiver'
import type { FeedState } from './feed'

/** What stops it is done in a frozen tenant, too. */
export function decidePause(found: Found): 'not_found' | 'ended' | null {
  if (!found) return 'not_found'
  return found.endedAt !== null ? 'ended' : null
}

/** What goes by syslog is not signed. */
export function decideRotate(tenantFrozen: boolean, found: (NonNullable<Found> & { readonly way: string }) | null): ChangeRefusal | 'signs_nothing' | null {
  return decideChange(tenantFrozen, found) ?? (found?.way === 'webhook' ? null : 'signs_nothing')
}

export function stateOf({ endedAt, pausedAt, givenUpAt, failure }: { endedAt: Date | null; pausedAt: Date | null; givenUpAt: Date | null; failure: string | null }): FeedState {
  if (endedAt !== null) return 'ended'
  if (pausedAt !== null) return 'paused'
  if (givenUpAt !== null) return 'given_up'
  return failure === null ? 'follows' : 'tries_again'
}
