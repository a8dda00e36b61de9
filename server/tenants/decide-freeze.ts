export type FreezeRefusal = 'already_frozen' | 'not_frozen'
export type FreezeDecision = { ok: true } | { ok: false; refusal: FreezeRefusal }

export const decideFreeze = (state: { frozenAt: Date | null }): FreezeDecision => (state.frozenAt ? { ok: false, refusal: 'already_frozen' } : { ok: true })
export const decideThaw = (state: { frozenAt: Date | null }): FreezeDecision => (state.frozenAt ? { ok: true } : { ok: false, refusal: 'not_frozen' })
