import type { Idle, Named } from './decide-idle'
import { type Binding, isBinding, isTaking, keptUntil, type Step, type StepKind, waitHoursMost } from './step'

export type StepRefusal = 'case_unknown' | 'case_over' | 'tried_out' | 'step_stands' | 'tenant_is_asked' | 'tenant_keeps' | 'nothing_idle' | 'nothing_spare' | 'changed_meanwhile' | 'passkey_required' | 'borrows_nothing' | 'nothing_borrowed'
export type StepDecision = { ok: true; repeats: boolean } | { ok: false; refusal: StepRefusal }
/** A case, and what was done about it; null where the tenant has no such case. `bound` is what binds the tenant, or is to, by whichever case. */
export type Ladder = { readonly closed: boolean; readonly shadow: boolean; readonly steps: readonly Step[]; readonly bound: readonly StepKind[] }

/** Order is precedence. A tenant is told once; it is asked, or something is taken, and not both at a time; what it said that it needs is left alone for so long; and it is bound once. */
export function decideStep(ladder: Ladder | null, kind: StepKind, now: Date): StepDecision {
  if (!ladder) return { ok: false, refusal: 'case_unknown' }
  if (ladder.closed) return { ok: false, refusal: 'case_over' }
  if (ladder.shadow) return { ok: false, refusal: 'tried_out' }
  if (kind === 'notify') return { ok: true, repeats: ladder.steps.some((step) => step.kind === 'notify') }
  const standing = [...ladder.steps.filter(({ endedAt }) => endedAt === null).map((step) => step.kind), ...ladder.bound]
  if (standing.includes(kind) || ((kind === 'ask' || isTaking(kind)) && standing.some(isTaking))) return { ok: false, refusal: 'step_stands' }
  if (kind === 'ask') return { ok: true, repeats: false }
  if (standing.includes('ask')) return { ok: false, refusal: 'tenant_is_asked' }
  return isTaking(kind) && keptUntil(ladder.steps, now) ? { ok: false, refusal: 'tenant_keeps' } : { ok: true, repeats: false }
}

/** What binds a tenant is signed by two, each with a passkey. */
export const decideBinding = (ladder: Ladder | null, kind: Binding, byPasskey: boolean, now: Date): StepDecision => (byPasskey ? decideStep(ladder, kind, now) : { ok: false, refusal: 'passkey_required' })

/** Who may borrow nothing has nothing of it to lose. */
export function decideBurst(ladder: Ladder | null, byPasskey: boolean, mayBorrow: boolean, now: Date): StepDecision {
  const may = decideBinding(ladder, 'burst', byPasskey, now)
  return may.ok && !mayBorrow ? { ok: false, refusal: 'borrows_nothing' } : may
}

export type SignRefusal = 'passkey_required' | 'step_unknown' | 'signed_already' | 'step_over' | 'own_step' | 'appointed'
type SignDecision = { ok: true; repeats: boolean } | { ok: false; refusal: SignRefusal }
/** Nobody binds a tenant alone, nor with whom they let in lately or who let them in. Whoever signs again has signed it. */
export function decideSign(step: Step | null, { by, appointed, byPasskey }: { by: string; appointed: boolean; byPasskey: boolean }, now: Date): SignDecision {
  if (!byPasskey) return { ok: false, refusal: 'passkey_required' }
  if (!step || !isBinding(step.kind)) return { ok: false, refusal: 'step_unknown' }
  if (step.signedBy !== null) return step.signedBy === by ? { ok: true, repeats: true } : { ok: false, refusal: 'signed_already' }
  if (step.endedAt !== null || step.dueAt === null || step.dueAt <= now) return { ok: false, refusal: 'step_over' }
  if (step.takenBy === by) return { ok: false, refusal: 'own_step' }
  return appointed ? { ok: false, refusal: 'appointed' } : { ok: true, repeats: false }
}

type Sized = { readonly allocation: string; readonly gpus: number }
const isSame = (now: readonly Named[], named: readonly string[]) => now.length === named.length && now.every(({ allocation }) => named.includes(allocation))
/** What is signed names each allocation: what is idle now must be exactly that. */
export function decideReclaim(ladder: Ladder | null, idle: readonly Idle[], named: readonly string[], now: Date): StepDecision {
  const may = decideStep(ladder, 'reclaim', now)
  if (!may.ok) return may
  if (idle.length === 0) return { ok: false, refusal: 'nothing_idle' }
  return isSame(idle, named) ? may : { ok: false, refusal: 'changed_meanwhile' }
}
/** The same of what has more than it needs: each by name, with as many GPUs a pod as it would have. */
export function decideShrinking(ladder: Ladder | null, spare: readonly Sized[], named: readonly Sized[], now: Date): StepDecision {
  const may = decideStep(ladder, 'shrink', now)
  if (!may.ok) return may
  if (spare.length === 0) return { ok: false, refusal: 'nothing_spare' }
  const sizeOf = new Map(named.map(({ allocation, gpus }) => [allocation, gpus]))
  return spare.length === named.length && spare.every(({ allocation, gpus }) => sizeOf.get(allocation) === gpus) ? may : { ok: false, refusal: 'changed_meanwhile' }
}
/** The same of what is borrowed, whether it is used or not: so only a passkey signs it. */
export function decidePreempt(ladder: Ladder | null, byPasskey: boolean, borrowed: readonly Named[], named: readonly string[], now: Date): StepDecision {
  if (!byPasskey) return { ok: false, refusal: 'passkey_required' }
  const may = decideStep(ladder, 'preempt', now)
  if (!may.ok) return may
  if (borrowed.length === 0) return { ok: false, refusal: 'nothing_borrowed' }
  return isSame(borrowed, named) ? may : { ok: false, refusal: 'changed_meanwhile' }
}

export type UndoRefusal = 'step_unknown' | 'step_over' | 'step_stands'
type UndoDecision = { ok: true; repeats: boolean; givesBack: boolean } | { ok: false; refusal: UndoRefusal }
/** Beside a step: how much of it was taken, and whether another of its kind stands. */
export type Around = { readonly taken: number; readonly another: boolean }
/** Before it takes effect a step is taken back as if it had not been; what binds is lifted at once; what was taken is given back, by the engine, as far as it still fits. */
export function decideUndo(step: Step | null, { taken, another }: Around): UndoDecision {
  if (!step) return { ok: false, refusal: 'step_unknown' }
  const givesBack = isTaking(step.kind) && step.effectiveAt !== null
  if (step.undoneAt) return { ok: true, repeats: true, givesBack }
  if (step.endedAt === null) return { ok: true, repeats: false, givesBack }
  if (!givesBack || taken === 0) return { ok: false, refusal: 'step_over' }
  return another ? { ok: false, refusal: 'step_stands' } : { ok: true, repeats: false, givesBack }
}

export type AnswerRefusal = 'step_unknown' | 'asked_no_more' | 'answered_already' | 'binds_on' | 'waits_a_day' | 'waited_before'
export type AnswerDecision = { ok: true; repeats: boolean } | { ok: false; refusal: AnswerRefusal }
/** What a tenant says: for how long it needs what it has, or no time, and whether it said the same before. Beside its step: whether something of this case has waited for it already. */
export type Answer = { readonly hours: number | null; readonly saidBefore: boolean; readonly waitedBefore: boolean }
/** A tenant answers each step once, while it can still matter. What is to be taken waits for it once in a case and a day at most, and what two have signed does not. */
export function decideAnswer(step: Step | null, { hours, saidBefore, waitedBefore }: Answer, now: Date): AnswerDecision {
  if (!step || step.kind === 'notify' || (isBinding(step.kind) && step.signedBy === null)) return { ok: false, refusal: 'step_unknown' }
  if (step.answeredAt) return saidBefore ? { ok: true, repeats: true } : { ok: false, refusal: 'answered_already' }
  const isOpen = step.endedAt === null && step.undoneAt === null && step.dueAt !== null && now < step.dueAt
  if (!isOpen) return { ok: false, refusal: 'asked_no_more' }
  if (hours === null || step.kind === 'ask') return { ok: true, repeats: false }
  if (isBinding(step.kind)) return { ok: false, refusal: 'binds_on' }
  if (hours > waitHoursMost) return { ok: false, refusal: 'waits_a_day' }
  return waitedBefore ? { ok: false, refusal: 'waited_before' } : { ok: true, repeats: false }
}
