const [hourMs, dayHours] = [3_600_000, 24]
/** What people usually say, as far as the policy lets anything last. */
export const durationsUpTo = (most: number): { value: string; says: string }[] => [[1, '1 day'] as const, [7, '7 days'] as const, [30, '30 days'] as const].filter(([days]) => days * dayHours <= most).map(([days, says]) => ({ value: String(days * dayHours), says }))

/** Whole hours until that day is over, where whoever asks is; null of what is no day to come. */
export function hoursUntil(day: string, now: Date): number | null {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  const over = new Date(Number(year), Number(month) - 1, Number(date) + 1)
  const hours = Math.floor((over.getTime() - now.getTime()) / hourMs)
  return year !== '' && hours >= 1 ? hours : null
}
