const day = 24 * 3600_000
/** Who may do something for longer than this is asked about again. */
export const untilMostMs = 2 * 365 * day

/** An end lies ahead, and not out of sight; without one it holds until somebody ends it. */
export const untilIsPossible = (until: Date | null, now: Date): boolean => until === null || (until > now && until.getTime() - now.getTime() <= untilMostMs)
