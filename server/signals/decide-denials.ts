/** More than fifty times no to one person within a minute is no mistake of theirs. */
export const deniedMost = 50
export const deniedWithinMs = 60_000

const hourMs = 3_600_000
const hourOf = (at: number) => Math.floor(at / hourMs) * hourMs

/** `times` are when they were told no, the earliest first. In which hours more than so many of them lie within any minute, its last moment left out, which is of the hour in which it is too many; and how many they were by the end of it. */
export function hoursOfManyDenials(times: readonly number[]): { readonly hour: number; readonly times: number }[] {
  const began = new Map<number, number>()
  times.forEach((last, at) => {
    const first = times[at - deniedMost]
    if (first !== undefined && last - first < deniedWithinMs && !began.has(hourOf(last))) began.set(hourOf(last), at - deniedMost)
  })
  return [...began].map(([hour, from]) => ({ hour, times: times.filter((one, at) => at >= from && hourOf(one) <= hour).length }))
}
