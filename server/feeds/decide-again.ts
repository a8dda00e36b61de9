import type { Failure } from './feed'

const [firstPauseMs, longestPauseMs] = [1_000, 300_000]
/** After so long in vain it is tried no more until somebody says so, and the platform is told. */
export const triedForMs = 24 * 3_600_000
/** What does not become otherwise by itself. */
const final: readonly Failure[] = ['address_refused', 'gone', 'no_key']

/** `tries` is how often it was in vain, this time included. `dice` in [0, 1) spreads what failed together, so that it does not come back together. */
export function decideAgain({ failure, tries, failedForMs, dice }: { failure: Failure; tries: number; failedForMs: number; dice: number }): { again: true; pauseMs: number } | { again: false } {
  if (final.includes(failure) || failedForMs >= triedForMs) return { again: false }
  return { again: true, pauseMs: Math.round(Math.min(firstPauseMs * 2 ** Math.min(tries - 1, 20), longestPauseMs) * (0.75 + dice / 2)) }
}
