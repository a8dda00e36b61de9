import { many } from '~/server/shared/many'
const steps = [[60, 's'], [60, 'min'], [24, 'h'], [Number.POSITIVE_INFINITY, 'd']] as const

export function ago(at: string, now: Date): string {
  let amount = Math.max(0, Math.floor((now.getTime() - new Date(at).getTime()) / 1000))
  for (const [many, unit] of steps) {
    if (amount < many) return unit === 's' && amount < 10 ? 'now' : `${amount} ${unit} ago`
    amount = Math.floor(amount / many)
  }
  return exact(at)
}

const lengths = [[24 * 3600, 'day'], [3600, 'hour'], [60, 'minute'], [1, 'second']] as const
/** How far ahead, in the largest unit of which there is one: what is promised for three days and an hour ends in 3 days. */
export function ahead(at: string, now: Date): string {
  const seconds = Math.floor((new Date(at).getTime() - now.getTime()) / 1000)
  const [length, unit] = lengths.find(([length]) => seconds >= length) ?? [1, 'second']
  const amount = Math.max(0, Math.floor(seconds / length))
  return `in ${many(amount, unit)}`
}

/** To the second, in UTC, as it was written. */
export const exact = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`

/** How long there is still, in the two largest parts: never more than there is. */
export function left(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min` : `${seconds} s`
}
/** The last minutes, to the second: 1:59. */
export const minutesAndSeconds = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
