/** Five wrong codes in ten minutes, then a pause of ten minutes. A right code clears the count. */
export const codeTries = { most: 5, windowMs: 600_000, toleranceSeconds: 30 }

export type CodeTries = { tries: number; since: Date | null }
export function decideCodeTry(state: CodeTries, now: Date): { mayTry: boolean; tries: number; since: Date } {
  const since = state.since !== null && now.getTime() - state.since.getTime() < codeTries.windowMs ? state.since : null
  if (since === null) return { mayTry: true, tries: 1, since: now }
  return { mayTry: state.tries < codeTries.most, tries: state.tries + 1, since }
}
