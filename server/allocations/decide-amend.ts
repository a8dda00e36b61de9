export type AmendRefusal = 'not_yours' | 'answered' | 'terms_changed' | 'class_has_share'
type Asked = {
  readonly isOpen: boolean; readonly terms: string; readonly requestedBy: string
  /** Of another class than before, where one of the two has a quota of its own in the namespace: what was promised stands there. */
  readonly crossesShares: boolean
}

/** Whoever asked changes what they ask for as long as it is held and nobody has decided it, from what they have seen of it. Order is precedence. */
export function decideAmend(asked: Asked, by: { readonly person: string; readonly terms: string }): { ok: true } | { ok: false; refusal: AmendRefusal } {
  if (asked.requestedBy !== by.person) return { ok: false, refusal: 'not_yours' }
  if (!asked.isOpen) return { ok: false, refusal: 'answered' }
  if (asked.terms !== by.terms) return { ok: false, refusal: 'terms_changed' }
  return asked.crossesShares ? { ok: false, refusal: 'class_has_share' } : { ok: true }
}
