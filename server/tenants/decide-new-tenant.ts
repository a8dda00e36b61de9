export type NewTenantRefusal = 'organisation_unknown' | 'region_unknown' | 'person_unknown' | 'name_taken'
type NewTenantState = { nameTaken: boolean; regionsKnown: boolean; personKnown: boolean; organisationKnown: boolean }
type NewTenantDecision = { ok: true } | { ok: false; refusal: NewTenantRefusal }

/** Whether what was asked for can still be done, when somebody says yes. What it is held to was decided when it was asked, and has not changed since. */
export function decideNewTenant(state: NewTenantState): NewTenantDecision {
  if (!state.organisationKnown) return { ok: false, refusal: 'organisation_unknown' }
  if (!state.regionsKnown) return { ok: false, refusal: 'region_unknown' }
  if (!state.personKnown) return { ok: false, refusal: 'person_unknown' }
  return state.nameTaken ? { ok: false, refusal: 'name_taken' } : { ok: true }
}
