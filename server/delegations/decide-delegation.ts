const dayMs = 24 * 3_600_000
/** Who is away for longer gives the role to somebody. */
export const daysMost = 30

export type BeginRefusal = 'tenant_frozen' | 'until_not_possible' | 'person_unknown' | 'own_delegate' | 'audits' | 'already_delegated'
/** `held` is what whoever would decide holds in that place; `person` is null for somebody who is not known here. */
export type BeginState = { readonly tenantFrozen: boolean; readonly person: string | null; readonly held: readonly string[]; readonly delegates: boolean; readonly now: Date }
type Wish = { readonly until: Date; readonly by: string }

/** Somebody who has no place here is as unknown as somebody who is not there. Order is precedence. */
export function decideBegin({ tenantFrozen, person, held, delegates, now }: BeginState, { until, by }: Wish): { ok: true; delegate: string } | { ok: false; refusal: BeginRefusal } {
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (until <= now || until.getTime() - now.getTime() > daysMost * dayMs) return { ok: false, refusal: 'until_not_possible' }
  if (person === by) return { ok: false, refusal: 'own_delegate' }
  if (person === null || held.length === 0) return { ok: false, refusal: 'person_unknown' }
  if (held.includes('auditor')) return { ok: false, refusal: 'audits' }
  return delegates ? { ok: false, refusal: 'already_delegated' } : { ok: true, delegate: person }
}

export type EndRefusal = 'not_found' | 'already_ended' | 'not_yours'
export type EndState = { readonly giver: string; readonly delegate: string; readonly isOver: boolean } | null

/** Either of the two, and whoever runs the place; not one who decides there in another's stead. */
export function decideEnd(delegation: EndState, { by, runsIt }: { readonly by: string; readonly runsIt: boolean }): { ok: true } | { ok: false; refusal: EndRefusal } {
  if (!delegation) return { ok: false, refusal: 'not_found' }
  if (!runsIt && by !== delegation.giver && by !== delegation.delegate) return { ok: false, refusal: 'not_yours' }
  return delegation.isOver ? { ok: false, refusal: 'already_ended' } : { ok: true }
}
