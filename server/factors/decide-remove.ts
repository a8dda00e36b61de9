type RemoveRefusal = 'not_found' | 'last_factor'
type RemoveDecision = { ok: true } | { ok: false; refusal: RemoveRefusal }

/** One stays: the recovery codes are for coming in once, and confirm nothing. */
export function decideRemove(factor: { removed: boolean } | null, others: number): RemoveDecision {
  if (factor === null || factor.removed) return { ok: false, refusal: 'not_found' }
  return others === 0 ? { ok: false, refusal: 'last_factor' } : { ok: true }
}
