const [hourMs, dayHours] = [3_600_000, 24]
/** What people usually say, as far as the policy lets anything last. */
export const durationsUpTo = (most: number): { value: string; says: string }[] => [[1, '1 day'] as const, [7, '7 days'] as const, [30, '30 days'] as const].filter(([days]) => days * dayHours <= most).map(([days, says]) => ({ value: String(days * dayHours), says }))

/** Whole hours until that day is over, in UTC as every day that is told here: none of a day that is over, null of what is no day. */
export function hoursUntil(day: string, now: Date): number | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  return year === undefined ? null : Math.max(0, Math.floor((Date.UTC(Number(year), Number(month) - 1, Number(date) + 1) - now.getTime()) / hourMs))
}
