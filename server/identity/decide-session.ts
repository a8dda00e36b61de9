import type { Binding } from './actor'

export type SessionEnd = 'signed_out' | 'ended_by_owner' | 'idle' | 'too_old' | 'replaced'
export type SessionState = { signedInAt: Date; lastSeenAt: Date; endedBecause: SessionEnd | null; personDisabled: boolean }
export type SessionVerdict = { live: true } | { live: false; because: SessionEnd | 'person_disabled' }

const minute = 60_000
const hour = 60 * minute
const usual = { idleMs: hour, wholeMs: 24 * hour }
/** Whoever may approve or run the platform is asked to sign in again sooner. */
const powerful = { idleMs: 15 * minute, wholeMs: 12 * hour }

export const shortestIdleMs = Math.min(usual.idleMs, powerful.idleMs)

type Held = Pick<Binding, 'role'>
export const sessionLimits = (bindings: readonly Held[]) =>
  bindings.some(({ role }) => role === 'platform_admin' || role === 'approver') ? powerful : usual

export function decideSession(state: SessionState, bindings: readonly Held[], now: Date): SessionVerdict {
  if (state.endedBecause) return { live: false, because: state.endedBecause }
  if (state.personDisabled) return { live: false, because: 'person_disabled' }
  const { idleMs, wholeMs } = sessionLimits(bindings)
  if (now.getTime() - state.signedInAt.getTime() >= wholeMs) return { live: false, because: 'too_old' }
  if (now.getTime() - state.lastSeenAt.getTime() >= idleMs) return { live: false, because: 'idle' }
  return { live: true }
}
