import { openMost } from '~/server/requests/decide-request'
import { decideQuotaChange, type QuotaRefusal } from './decide-quota-change'

/** `limit` and what is used and held are the tenant's; `unshared` is what its organisation has not given to any tenant yet. */
export type RaiseState = { tenantFrozen: boolean; limit: bigint; used: bigint; held: bigint; unshared: bigint }
type RaiseWish = { from: bigint; to: bigint }
export type RaiseRefusal = Extract<QuotaRefusal, 'tenant_frozen' | 'changed_meanwhile'> | 'not_more' | 'above_organisation_share'

/** As any change of a quota, one level higher; the version that was seen is the limit itself, because what is used and held moves all the time and changes nothing. */
export function decideRaise(state: RaiseState, { from, to }: RaiseWish): { ok: true; limit: bigint } | { ok: false; refusal: RaiseRefusal } {
  if (to <= from) return { ok: false, refusal: 'not_more' }
  const decision = decideQuotaChange({ ...state, isOnItsWay: false, version: state.limit }, { limit: to, version: from })
  if (decision.ok) return decision
  switch (decision.refusal) {
    case 'tenant_frozen': case 'changed_meanwhile': return { ok: false, refusal: decision.refusal }
    case 'above_tenant_share': return { ok: false, refusal: 'above_organisation_share' }
    case 'not_found': case 'no_change': case 'not_lower': case 'moment_passed': case 'below_current_use': return { ok: false, refusal: 'not_more' }
  }
}

export type RaiseRequestRefusal = Exclude<RaiseRefusal, 'above_organisation_share'> | 'not_found' | 'already_asked' | 'too_many_open'
export type RaiseRequestState = { tenantFrozen: boolean; limit: bigint; allThere: boolean; alreadyAsked: boolean; open: number }

/** What the organisation has left is not for a tenant to know: whoever decides is told. `open` counts the asker's own; every namespace that some of it is meant for is there. */
export function decideRaiseRequest({ tenantFrozen, limit, allThere, alreadyAsked, open }: RaiseRequestState, { from, to }: RaiseWish): { ok: true } | { ok: false; refusal: RaiseRequestRefusal } {
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (!allThere) return { ok: false, refusal: 'not_found' }
  if (from !== limit) return { ok: false, refusal: 'changed_meanwhile' }
  if (to <= from) return { ok: false, refusal: 'not_more' }
  if (alreadyAsked) return { ok: false, refusal: 'already_asked' }
  return open >= openMost ? { ok: false, refusal: 'too_many_open' } : { ok: true }
}
