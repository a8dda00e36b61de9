export type OrganisationRefusal = 'name_taken'
type OrganisationState = { titleOfSameName: string | null }
/** `exists` is a repeat of what was done already, and a success. */
type OrganisationDecision = { ok: true; exists: boolean } | { ok: false; refusal: OrganisationRefusal }

export function decideNewOrganisation({ titleOfSameName }: OrganisationState, wish: { title: string }): OrganisationDecision {
  if (titleOfSameName === null) return { ok: true, exists: false }
  return titleOfSameName === wish.title ? { ok: true, exists: true } : { ok: false, refusal: 'name_taken' }
}
