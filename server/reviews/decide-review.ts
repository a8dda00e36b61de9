const dayMs = 24 * 3_600_000
export const dayLater = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs)

/** What became of one thing that is held: nobody has said, somebody kept it, it was ended, it was over anyway, or it stays because nobody else could give anything. */
export const lineStates = ['open', 'kept', 'ended', 'gone', 'spared'] as const
export type LineState = (typeof lineStates)[number]
const reviewStates = ['open', 'closed'] as const
export type ReviewState = (typeof reviewStates)[number]
export type LineKind = 'role' | 'group' | 'token'
export type Word = 'keep' | 'end'

/** A place is looked at so many days after it last was, or after anybody first held anything there. */
export function decideDue({ last, first, isOpen, tenantFrozen }: { last: Date | null; first: Date | null; isOpen: boolean; tenantFrozen: boolean }, everyDays: number, now: Date): boolean {
  const from = last ?? first
  return !isOpen && !tenantFrozen && from !== null && now >= dayLater(from, everyDays)
}

export type BeginRefusal = 'tenant_frozen' | 'already_open'
export function decideBegin({ tenantFrozen, isOpen }: { tenantFrozen: boolean; isOpen: boolean }): { ok: true } | { ok: false; refusal: BeginRefusal } {
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  return isOpen ? { ok: false, refusal: 'already_open' } : { ok: true }
}

export type AnswerRefusal = 'not_found' | 'tenant_frozen' | 'review_over'
type ReviewStands = { deadline: Date; closedAt: Date | null }
/** At the deadline nobody decides any more: from that moment on what is open ends. */
export function decideAnswer(review: ReviewStands | null, tenantFrozen: boolean, now: Date): { ok: true } | { ok: false; refusal: AnswerRefusal } {
  if (!review) return { ok: false, refusal: 'not_found' }
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  return review.closedAt !== null || now >= review.deadline ? { ok: false, refusal: 'review_over' } : { ok: true }
}

export type LineRefusal = 'line_unknown' | 'own_access' | 'not_asked' | 'is_over'
export type LineStands = { state: LineState; person: string | null; asked: 'tenant' | 'platform' }
/** `holds` is whether they hold something by the group that a line is about; `onPlatform`, from where they decide. What is kept can be ended after all; what is over stays so. To say the same again is to say it. */
export function decideLine(line: LineStands | null, word: Word, { by, holds, onPlatform }: { by: string; holds: boolean; onPlatform: boolean }): { ok: true; changes: boolean } | { ok: false; refusal: LineRefusal } {
  if (!line) return { ok: false, refusal: 'line_unknown' }
  if (line.person === by || holds) return { ok: false, refusal: 'own_access' }
  if (onPlatform && line.asked !== 'platform') return { ok: false, refusal: 'not_asked' }
  const said: LineState = word === 'keep' ? 'kept' : 'ended'
  if (line.state === said) return { ok: true, changes: false }
  return line.state === 'open' || line.state === 'kept' ? { ok: true, changes: true } : { ok: false, refusal: 'is_over' }
}

/** What a review needs now, if anything. In a frozen tenant nobody can decide, so nothing is over there, and once it is thawed there is a day at least. */
export type Step = 'begun' | 'half' | 'day' | 'postpone' | 'close'
export function decideStep({ beganAt, deadline, told, tenantFrozen }: { beganAt: Date; deadline: Date; told: readonly string[]; tenantFrozen: boolean }, now: Date): Step | null {
  if (tenantFrozen) return now >= dayLater(deadline, -1) ? 'postpone' : null
  if (now >= deadline) return 'close'
  if (now >= dayLater(deadline, -1)) return told.includes('day') ? null : 'day'
  if (now.getTime() >= (beganAt.getTime() + deadline.getTime()) / 2) return told.includes('half') ? null : 'half'
  return told.includes('begun') ? null : 'begun'
}

/** What becomes of what nobody kept, by whether it could be ended. The last who could give anybody anything is not taken away by silence. */
export function stateBySilence(refusal: string | null): LineState {
  if (refusal === null) return 'ended'
  if (refusal === 'last_admin') return 'spared'
  if (refusal === 'already_ended' || refusal === 'not_found') return 'gone'
  throw new Error(`what nobody kept could not be ended: ${refusal}`)
}
