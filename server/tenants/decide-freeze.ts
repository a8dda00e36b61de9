export type FreezeRefusal = 'already_frozen' | 'not_frozen' | 'erased'
type FreezeDecision = { ok: true } | { ok: false; refusal: FreezeRefusal }

export const decideFreeze = (state: { frozenAt: Date | null }): FreezeDecision => (state.frozenAt ? { ok: false, refusal: 'already_frozen' } : { ok: true })
/** What was erased has no key any more, and stays as it is. */
export const decideThaw = (state: { frozenAt: Date | null; erasedAt: Date | null }): FreezeDecision => (!state.frozenAt ? { ok: false, refusal: 'not_frozen' } : state.erasedAt ? { ok: false, refusal: 'erased' } : { ok: true })
