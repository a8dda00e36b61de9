import { openMost } from '~/server/requests/decide-request'

const dayMs = 24 * 3_600_000
/** What is needed for longer is another policy. */
export const exceptionDaysMost = 90

/** `standing` is that the control is not asked of that namespace until then or longer already; `isFull` that the policy has no place for one more. */
export type ExceptionState = { readonly tenantFrozen: boolean; readonly standing: boolean; readonly isFull: boolean; readonly now: Date }
export type ExceptionRefusal = 'tenant_frozen' | 'until_not_possible' | 'already_excepted' | 'too_many_exceptions'
type Wish = { readonly until: Date }

/** Order is precedence. */
export function decideException({ tenantFrozen, standing, isFull, now }: ExceptionState, { until }: Wish): { ok: true } | { ok: false; refusal: ExceptionRefusal } {
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (until <= now || until.getTime() - now.getTime() > exceptionDaysMost * dayMs) return { ok: false, refusal: 'until_not_possible' }
  if (standing) return { ok: false, refusal: 'already_excepted' }
  return isFull ? { ok: false, refusal: 'too_many_exceptions' } : { ok: true }
}

export type ExceptionRequestRefusal = ExceptionRefusal | 'namespace_unknown' | 'already_asked' | 'too_many_open'
export type ExceptionRequestState = ExceptionState & { readonly namespaceKnown: boolean; readonly alreadyAsked: boolean; readonly open: number }

/** `open` counts the asker's own. */
export function decideExceptionRequest({ namespaceKnown, alreadyAsked, open, ...state }: ExceptionRequestState, wish: Wish): { ok: true } | { ok: false; refusal: ExceptionRequestRefusal } {
  if (!namespaceKnown) return { ok: false, refusal: 'namespace_unknown' }
  const decision = decideException(state, wish)
  if (!decision.ok) return decision
  if (alreadyAsked) return { ok: false, refusal: 'already_asked' }
  return open >= openMost ? { ok: false, refusal: 'too_many_open' } : { ok: true }
}
