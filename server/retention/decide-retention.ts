/** A year, because whoever attests to what was done within one must be able to read of all of it; and no longer than anybody has yet been asked for. */
export const [daysLeast, daysMost] = [365, 3_650]
type RetentionRefusal = 'too_short' | 'too_long'
export function decideRetention(days: number): { ok: true } | { ok: false; refusal: RetentionRefusal } {
  if (!(days >= daysLeast)) return { ok: false, refusal: 'too_short' }
  return days <= daysMost ? { ok: true } : { ok: false, refusal: 'too_long' }
}

/** `ahead` has not begun, `kept` is within retention, `waits` is past it and does not go, `goes` is about to. */
export type MonthState = 'ahead' | 'kept' | 'waits' | 'goes' | 'taken'
export function stateOfMonth({ month, keptUntil, waits, takenAt }: { month: Date; keptUntil: Date; waits: string | null; takenAt: Date | null }, now: Date): MonthState {
  if (takenAt !== null) return 'taken'
  if (month > now) return 'ahead'
  if (keptUntil > now) return 'kept'
  return waits === null ? 'goes' : 'waits'
}
