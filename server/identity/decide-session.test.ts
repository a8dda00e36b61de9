import { expect, test } from 'vitest'
import { decidePowers, decideSession, type SessionEnd, type SessionState } from './decide-session'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
const state = (signedIn: number, lastSeen: number, over: Partial<SessionState> = {}): SessionState => ({ signedInAt: at(signedIn), lastSeenAt: at(lastSeen), endedBecause: null, personDisabled: false, ...over })
const hour = 3600
const cases: [says: string, state: SessionState, now: number, expected: SessionEnd | 'person_disabled' | 'live'][] = [
  ['idle for a second less than an hour', state(0, 0), hour - 1, 'live'],
  ['idle for an hour', state(0, 0), hour, 'idle'],
  ['idle for a second more', state(0, 0), hour + 1, 'idle'],
  ['busy, a second less than a day', state(0, 24 * hour - 10), 24 * hour - 1, 'live'],
  ['busy for a day', state(0, 24 * hour - 10), 24 * hour, 'too_old'],
  ['busy for a second more', state(0, 24 * hour - 10), 24 * hour + 1, 'too_old'],
  ['signed out comes first', state(0, 0, { endedBecause: 'signed_out', personDisabled: true }), 99 * hour, 'signed_out'],
  ['a disabled person has no session', state(0, 0, { personDisabled: true }), 1, 'person_disabled'],
]
test.each(cases)('session: %s', (_says, session, now, expected) => {
  expect(decideSession(session, at(now))).toEqual(expected === 'live' ? { live: true } : { live: false, because: expected })
})
test.each([
  ['used a second less than 15 minutes ago', 0, 0, 899, 'live'], ['15 minutes ago', 0, 0, 900, 'lapsed'], ['a second more', 0, 0, 901, 'lapsed'],
  ['busy, a second less than 12 hours', 0, 12 * hour - 10, 12 * hour - 1, 'live'], ['busy for 12 hours', 0, 12 * hour - 10, 12 * hour, 'lapsed'], ['a second more', 0, 12 * hour - 10, 12 * hour + 1, 'lapsed'],
])('powers: %s', (_says, since, seen, now, expected) => {
  expect(decidePowers({ powersSince: at(since), powersSeenAt: at(seen) }, at(now))).toBe(expected)
})
