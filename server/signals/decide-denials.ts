/** More than fifty times no to one person within a minute is no mistake of theirs. */
export const deniedMost = 50
export const deniedWithinMs = 60_000

/** `times` are when they were told no, the earliest first. Whether more than so many of them lie within any minute, its last moment left out. */
export function areManyDenials(times: readonly number[]): boolean {
  return times.some((last, at) => {
    const first = times[at - deniedMost]
    return first !== undefined && last - first < deniedWithinMs
  })
}
