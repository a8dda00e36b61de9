import { type BreachAnswer, type ContainmentKind, type IncidentState, type Playbook, type StepState, stepsOf } from './incident'

export type Held = { readonly kind: ContainmentKind; readonly lifted: boolean; readonly kept: boolean }
/** Tokens that were revoked stay so: there is nothing of it to lift. */
export const holdsOn = ({ kind, lifted, kept }: Held): boolean => kind !== 'revoke' && !lifted && !kept

export function stateOf({ containments, closed }: { readonly containments: readonly Held[]; readonly closed: boolean }): IncidentState {
  if (closed) return 'closed'
  if (containments.length === 0) return 'open'
  return containments.some(holdsOn) ? 'contained' : 'recovered'
}

/** Whoever must tell an authority has this long from when they became aware (GDPR, article 33). */
export const clockHours = 72
export type ClockState = 'running' | 'overdue' | 'told' | 'told_late' | 'not_needed'
export const dueAt = (awareAt: Date): Date => new Date(awareAt.getTime() + clockHours * 3_600_000)
export function clockOf(awareAt: Date, told: { readonly answer: BreachAnswer | null; readonly toldAt: Date | null }, now: Date): ClockState {
  const due = dueAt(awareAt)
  if (told.answer === null) return now > due ? 'overdue' : 'running'
  if (told.answer === 'not_needed') return 'not_needed'
  return told.toldAt !== null && told.toldAt > due ? 'told_late' : 'told'
}

export type OpenRefusal = 'aware_ahead' | 'signal_unknown' | 'case_unknown' | 'one_origin'
type Origin = { readonly asked: boolean; readonly known: boolean }
export function decideOpen({ signal, case: file, awareAt, now }: { readonly signal: Origin; readonly case: Origin; readonly awareAt: Date; readonly now: Date }): { ok: true } | { ok: false; refusal: OpenRefusal } {
  if (awareAt > now) return { ok: false, refusal: 'aware_ahead' }
  if (signal.asked && file.asked) return { ok: false, refusal: 'one_origin' }
  if (signal.asked && !signal.known) return { ok: false, refusal: 'signal_unknown' }
  return file.asked && !file.known ? { ok: false, refusal: 'case_unknown' } : { ok: true }
}

export type TellRefusal = 'told_when' | 'told_ahead' | 'told_before_aware'
export function decideTell({ answer, toldAt, awareAt, now }: { readonly answer: BreachAnswer; readonly toldAt: Date | null; readonly awareAt: Date; readonly now: Date }): { ok: true } | { ok: false; refusal: TellRefusal } {
  if ((answer === 'told') !== (toldAt !== null)) return { ok: false, refusal: 'told_when' }
  if (toldAt !== null && toldAt > now) return { ok: false, refusal: 'told_ahead' }
  return toldAt !== null && toldAt < awareAt ? { ok: false, refusal: 'told_before_aware' } : { ok: true }
}

export type TickRefusal = 'step_unknown' | 'step_reason'
export function decideTick(playbook: Playbook, step: string, state: StepState, note: string | null): { ok: true } | { ok: false; refusal: TickRefusal } {
  if (!stepsOf(playbook).some((one) => one.step === step)) return { ok: false, refusal: 'step_unknown' }
  return state === 'left' && note === null ? { ok: false, refusal: 'step_reason' } : { ok: true }
}

export type CloseRefusal = 'still_contained' | 'not_verified' | 'steps_left' | 'clock_unanswered'
export type Standing = {
  readonly containments: readonly Held[]
  /** When something was last contained; when it was opened, where nothing was. */
  readonly since: Date
  /** When the record was last compared with what was sealed of it, from the beginning, and whether it was whole. */
  readonly check: { readonly beganAt: Date; readonly whole: boolean } | null
  readonly playbook: Playbook
  readonly ticked: readonly string[]
  readonly answer: BreachAnswer | null
}
/** All that stands between an incident and its end, in the order in which one is told. */
export function missingOf({ containments, since, check, playbook, ticked, answer }: Standing): CloseRefusal[] {
  return [
    ...(containments.some(holdsOn) ? ['still_contained' as const] : []),
    ...(check === null || !check.whole || check.beganAt < since ? ['not_verified' as const] : []),
    ...(stepsOf(playbook).some(({ step }) => !ticked.includes(step)) ? ['steps_left' as const] : []),
    ...(answer === null ? ['clock_unanswered' as const] : []),
  ]
}
