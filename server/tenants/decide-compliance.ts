import { type IsolationLevel, type Regime, weakestForFedramp } from './isolation'

export type ComplianceRefusal = 'erased' | 'changed_meanwhile' | 'no_change' | 'too_weak_for_fedramp'
export type ComplianceState = { readonly erasedAt: string | null; readonly isolationLevel: IsolationLevel; readonly compliance: readonly Regime[] }
type ComplianceDecision = { ok: true } | { ok: false; refusal: ComplianceRefusal }

const same = (some: readonly Regime[], others: readonly Regime[]): boolean => some.length === others.length && some.every((regime) => others.includes(regime))
/** Which regimes a tenant is under from now on; `was` is what whoever asks saw. Order is precedence. What is frozen can be put under another: what holds there is the platform's to say. */
export function decideCompliance({ erasedAt, isolationLevel, compliance }: ComplianceState, wish: { readonly was: readonly Regime[]; readonly compliance: readonly Regime[] }): ComplianceDecision {
  const refuse = (refusal: ComplianceRefusal) => ({ ok: false, refusal }) as const
  if (erasedAt !== null) return refuse('erased')
  if (!same(compliance, wish.was)) return refuse('changed_meanwhile')
  if (same(compliance, wish.compliance)) return refuse('no_change')
  if (wish.compliance.includes('fedramp') && isolationLevel < weakestForFedramp) return refuse('too_weak_for_fedramp')
  return { ok: true }
}
