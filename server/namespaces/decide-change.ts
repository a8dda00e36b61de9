import type { Match } from '~/server/admission/labels/decide-labels'
import { type Around, type Attributes, type AttributesRefusal, decideAttributes } from './decide-attributes'
import { isSame } from './decide-new-namespace'

export type ChangeRefusal = 'tenant_frozen' | 'namespace_closed' | 'namespace_frozen' | 'changed_meanwhile' | 'no_change' | AttributesRefusal
export type Changeable = Around & { readonly tenantFrozen: boolean; readonly isClosed: boolean; readonly isFrozen: boolean; readonly version: bigint; readonly now: Attributes }

/** Order is precedence. What runs goes on as it was admitted: what is said anew is for what begins after. */
export function decideChange(state: Changeable, wish: Attributes & { readonly version: bigint }, match: Match): { ok: true } | { ok: false; refusal: ChangeRefusal } {
  if (state.tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (state.isClosed) return { ok: false, refusal: 'namespace_closed' }
  if (state.isFrozen) return { ok: false, refusal: 'namespace_frozen' }
  if (state.version !== wish.version) return { ok: false, refusal: 'changed_meanwhile' }
  if (isSame(state.now, wish)) return { ok: false, refusal: 'no_change' }
  const refusal = decideAttributes(state, wish, match)
  return refusal === null ? { ok: true } : { ok: false, refusal }
}
