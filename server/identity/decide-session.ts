import type { Powers } from './actor'

export type SessionEnd = 'signed_out' | 'ended_by_owner' | 'ended_by_platform' | 'idle' | 'too_old' | 'replaced' | 'provider'
export type SessionState = { signedInAt: Date; lastSeenAt: Date; endedBecause: SessionEnd | null; personDisabled: boolean }
export type SessionVerdict = { live: true } | { live: false; because: SessionEnd | 'person_disabled' }

const minute = 60_000
const hour = 60 * minute
export const sessionLimits = { idleMs: hour, wholeMs: 24 * hour }
/** Whoever may approve or run the platform shows their factor again sooner, to do it; to read they need not. */
export const powerLimits = { idleMs: 15 * minute, wholeMs: 12 * hour }

export function decideSession(state: SessionState, now: Date): SessionVerdict {
  if (state.endedBecause) return { live: false, because: state.endedBecause }
  if (state.personDisabled) return { live: false, because: 'person_disabled' }
  if (now.getTime() - state.signedInAt.getTime() >= sessionLimits.wholeMs) return { live: false, because: 'too_old' }
  if (now.getTime() - state.lastSeenAt.getTime() >= sessionLimits.idleMs) return { live: false, because: 'idle' }
  return { live: true }
}

type PowersState = { powersSince: Date; powersSeenAt: Date }
export function decidePowers({ powersSince, powersSeenAt }: PowersState, now: Date): Powers {
  const rested = now.getTime() - powersSeenAt.getTime() >= powerLimits.idleMs
  return rested || now.getTime() - powersSince.getTime() >= powerLimits.wholeMs ? 'lapsed' : 'live'
}
