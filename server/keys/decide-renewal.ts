const dayMs = 86_400_000
/** So long one master key is in use before somebody is told that it is time for another, and one part of a data key seals before the engine adds another. */
export const [masterDays, dataKeyDays] = [365, 90]
export const dueAt = (since: Date, days: number): Date => new Date(since.getTime() + days * dayMs)
export const isDue = (since: Date, days: number, now: Date): boolean => now >= dueAt(since, days)

export type Standing = { readonly wrappedBy: string; readonly wrappedAt: Date }
/**
 * What a data key comes to at a look. With another master key it is renewed as well: whoever had the one before, and a copy of the database, reads nothing that is sealed from then on. By what a key
 * is wrapped that nobody has looked at yet is not known, and only written down.
 */
export function decideRenewal({ wrappedBy, wrappedAt }: Standing, master: string, now: Date): 'stays' | 'named' | 'old' | 'master_changed' {
  if (wrappedBy === '') return 'named'
  if (wrappedBy !== master) return 'master_changed'
  return isDue(wrappedAt, dataKeyDays, now) ? 'old' : 'stays'
}
