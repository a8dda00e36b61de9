const dayMs = 86_400_000
/** So long one master key is in use before somebody is told that it is time for another. */
export const masterDays = 90
export const isOld = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= masterDays * dayMs
