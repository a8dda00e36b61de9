import { openMost } from '~/server/requests/decide-request'
import { type IsolationLevel, type Regime, type Trust, weakestForExternal, weakestForFedramp } from './isolation'

export type TenantRequestRefusal =
  | 'organisation_unknown' | 'tenant_frozen' | 'too_weak_for_external' | 'too_weak_for_fedramp' | 'region_unknown' | 'person_unknown' | 'name_taken' | 'already_asked' | 'too_many_open'
/** `nameTaken` is always false for whoever may not know what others are called: who approves is told. `open` counts the asker's own. */
export type TenantRequestState = {
  organisationKnown: boolean; tenantFrozen: boolean; knownRegions: readonly string[]; personKnown: boolean; nameTaken: boolean; alreadyAsked: boolean; open: number
}
export type TenantRequestWish = { isolationLevel: IsolationLevel; trust: Trust; regions: readonly string[]; compliance: readonly Regime[] }
type TenantRequestDecision = { ok: true } | { ok: false; refusal: TenantRequestRefusal }

/** Order is precedence: the first refusal that applies is the one the person is told. */
export function decideTenantRequest(state: TenantRequestState, wish: TenantRequestWish): TenantRequestDecision {
  const refuse = (refusal: TenantRequestRefusal) => ({ ok: false, refusal }) as const
  if (!state.organisationKnown) return refuse('organisation_unknown')
  if (state.tenantFrozen) return refuse('tenant_frozen')
  if (wish.trust === 'external' && wish.isolationLevel < weakestForExternal) return refuse('too_weak_for_external')
  if (wish.compliance.includes('fedramp') && wish.isolationLevel < weakestForFedramp) return refuse('too_weak_for_fedramp')
  if (!wish.regions.every((region) => state.knownRegions.includes(region))) return refuse('region_unknown')
  if (!state.personKnown) return refuse('person_unknown')
  if (state.nameTaken) return refuse('name_taken')
  if (state.alreadyAsked) return refuse('already_asked')
  if (state.open >= openMost) return refuse('too_many_open')
  return { ok: true }
}
