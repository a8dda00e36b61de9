/** Ten times as much as usual, of a tenant that is known for a day, and not of next to nothing. */
export const unusualTimes = 10
export const hoursLeast = 24
export const askedLeast = 20

/** `hours` are how often it asked in each hour before this one, since it was first seen; an hour in which it did not ask is nought. What is new has no usual yet. */
export function isUnusual(now: number, hours: readonly number[]): boolean {
  if (hours.length < hoursLeast || now < askedLeast) return false
  return now * hours.length > unusualTimes * hours.reduce((sum, times) => sum + times, 0)
}
