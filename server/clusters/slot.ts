/** A sample stands for ten minutes. What was heard longer ago than five is no sample of now. */
export const [slotMs, freshMinutes] = [10 * 60_000, 5]
export const slotOf = (now: Date): Date => new Date(Math.floor(now.getTime() / slotMs) * slotMs)
