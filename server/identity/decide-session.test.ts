import { expect, test } from 'vitest'
import { decideSession, type SessionEnd, type SessionState } from './decide-session'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
const state = (signedIn: number, lastSeen: number, over: Partial<SessionState> = {}): SessionState => ({ signedInAt: at(signedIn), lastSeenAt: at(lastSeen), endedBecause: null, personDisabled: false, ...over })
const usual = [{ role: 'developer' as const }]
const powers = [{ role: 'developer' as const }, { role: 'approver' as const }]
const hour = 3600
const cases: [says: string, state: SessionState, bindings: typeof usual | typeof powers, now: number, expected: SessionEnd | 'person_disabled' | 'live'][] = [
  ['idle for a second less than an hour', state(0, 0), usual, hour - 1, 'live'],
  ['idle for an hour', state(0, 0), usual, hour, 'idle'],
  ['with powers: a second less than 15 minutes', state(0, 0), powers, 899, 'live'],
  ['with powers: 15 minutes', state(0, 0), powers, 900, 'idle'],
  ['busy, a second less than a day', state(0, 24 * hour - 10), usual, 24 * hour - 1, 'live'],
  ['busy for a day', state(0, 24 * hour - 10), usual, 24 * hour, 'too_old'],
  ['with powers: a second less than 12 hours', state(0, 12 * hour - 10), powers, 12 * hour - 1, 'live'],
  ['with powers: 12 hours', state(0, 12 * hour - 10), powers, 12 * hour, 'too_old'],
  ['a power gained an hour ago shortens it at once', state(0, 0), powers, hour - 1, 'idle'],
  ['signed out comes first', state(0, 0, { endedBecause: 'signed_out', personDisabled: true }), usual, 99 * hour, 'signed_out'],
  ['a disabled person has no session', state(0, 0, { personDisabled: true }), usual, 1, 'person_disabled'],
]
test.each(cases)('%s', (_says, session, bindings, now, expected) => {
  expect(decideSession(session, bindings, at(now))).toEqual(expected === 'live' ? { live: true } : { live: false, because: expected })
})
