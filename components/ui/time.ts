const steps = [[60, 's'], [60, 'min'], [24, 'h'], [Number.POSITIVE_INFINITY, 'd']] as const

export function ago(at: string, now: Date): string {
  let amount = Math.max(0, Math.floor((now.getTime() - new Date(at).getTime()) / 1000))
  for (const [many, unit] of steps) {
    if (amount < many) return unit === 's' && amount < 10 ? 'now' : `${amount} ${unit} ago`
    amount = Math.floor(amount / many)
  }
  return exact(at)
}

/** To the second, in UTC, as it was written. */
export const exact = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
