/** In the hour that goes on: in how many places somebody acted where they had not for four weeks, in how many they had, and since when they are known; null where they are not. */
export type Reach = { readonly fresh: number; readonly known: number; readonly since: number | null }

/** Five places at once that are new to somebody who is known for a week, and at least as many as they ever acted in: whoever came in their name looks around. */
export const freshLeast = 5
export const knownMs = 7 * 24 * 3_600_000
export const looksAround = ({ fresh, known, since }: Reach, now: number): boolean => since !== null && now - since >= knownMs && fresh >= freshLeast && fresh >= known
