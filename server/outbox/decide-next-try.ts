/** After this many tries nobody is told any more, and the platform is. With the pauses between them that is half a day. */
export const triesMost = 14
/** While it is being tried: whoever tries may be killed, and it is tried again when this has passed. Longer than any try can take. */
export const tryingMs = 120_000
const firstPauseMs = 30_000
const longestPauseMs = 2 * 3_600_000

/** `dice` in [0, 1) spreads what failed together, so that it does not come back together. */
export function decideNextTry(attempts: number, dice: number): { again: true; pauseMs: number } | { again: false } {
  if (attempts >= triesMost) return { again: false }
  const whole = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs)
  return { again: true, pauseMs: Math.round(whole * (0.75 + dice / 2)) }
}
