import type { MonthNote } from './month-note'

/** Why a month that is past retention stands. */
export const monthWaits = ['held', 'not_sealed', 'not_compared', 'no_directory', 'not_witnessed', 'not_written', 'not_whole', 'changed', 'differs'] as const
export type MonthWaits = (typeof monthWaits)[number]
export type MonthFacts = { readonly isPast: boolean; readonly holds: number; readonly sealed: boolean; readonly compared: boolean; readonly hasDirectory: boolean }

/** Whether a month goes now, whether or not anything is in it. The database asks all of it again, of the month itself, before it lets it go. */
export function decideMonth({ isPast, holds, sealed, compared, hasDirectory }: MonthFacts): { goes: true } | { goes: false; waits: MonthWaits | null } {
  const stays = (waits: MonthWaits | null) => ({ goes: false, waits }) as const
  if (!isPast) return stays(null)
  if (holds > 0) return stays('held')
  if (!sealed) return stays('not_sealed')
  if (!compared) return stays('not_compared')
  return hasDirectory ? { goes: true } : stays('no_directory')
}

const refusals: Readonly<Record<string, MonthWaits | null>> = { month_past_retention: null, month_not_held: 'held', month_written_out: 'changed', month_sealed: 'not_sealed', month_compared: 'not_compared', month_witnessed: 'not_witnessed' }
/** What the database said, where it said no; undefined for anything else that went wrong. */
export function refusalOf(message: string): MonthWaits | null | undefined {
  const [, name = ''] = /\b(month_[a-z_]+): the month/.exec(message) ?? []
  return Object.hasOwn(refusals, name) ? refusals[name] : undefined
}

/** Of a month that was written out before, as when it stands again after a restore, that file is the one: it is never written over by one that has less, or something else. */
export function decideWritten(before: Pick<MonthNote, 'records' | 'content'> | null, now: Pick<MonthNote, 'records' | 'content'>): 'new' | 'again' | 'differs' {
  if (before === null) return 'new'
  if (before.content === now.content) return 'again'
  return before.records < now.records ? 'new' : 'differs'
}

/** So many months are made ahead, and fewer than the second are too few: then somebody must look. */
const monthsAhead = { made: 3, fewest: 2 } as const
export const tooFewAhead = (ahead: number): boolean => ahead < monthsAhead.fewest
