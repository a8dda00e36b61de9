import { expect, test } from 'vitest'
import { decideAddress } from './decide-address'
import { decideAgain, triedForMs } from './decide-again'
import { decideChange, decideCreate, decideEnd } from '~/server/outbox/webhook/decide-receiver'
import { decidePause, decideRotate, stateOf } from './decide-feed'

const [at, never] = [new Date(), null]
const target = { ok: true } as const
test.each([
  [{ tenantFrozen: true, live: 9 }, { ok: false, refusal: 'not_public' } as const, 'tenant_frozen'], [{ tenantFrozen: false, live: 9 }, { ok: false, refusal: 'not_public' } as const, 'not_public'],
  [{ tenantFrozen: false, live: 9 }, target, 'too_many'], [{ tenantFrozen: false, live: 8 }, target, null],
])('made where %o and the address is %o: %s', (state, where, refusal) => expect(decideCreate(state, where, 9)).toBe(refusal))
test.each([
  [true, null, ['not_found', 'not_found', 'not_found']], [true, { endedAt: never }, ['tenant_frozen', null, null]], [false, { endedAt: at }, ['ended', 'ended', null]], [false, { endedAt: never }, [null, null, null]],
])('frozen %s, found %o: tried out or resumed, paused, ended %o', (frozen, found, refusals) => expect([decideChange(frozen, found), decidePause(found), decideEnd(found)]).toEqual(refusals))
test.each([
  [true, null, 'not_found'], [true, { endedAt: never, way: 'webhook' }, 'tenant_frozen'], [false, { endedAt: at, way: 'syslog' }, 'ended'], [false, { endedAt: never, way: 'syslog' }, 'signs_nothing'], [false, { endedAt: never, way: 'webhook' }, null],
])('frozen %s, found %o: given another key: %s', (frozen, found, refusal) => expect(decideRotate(frozen, found)).toBe(refusal))
test.each([
  [{ endedAt: at, pausedAt: at, givenUpAt: at, failure: 'gone' }, 'ended'], [{ endedAt: never, pausedAt: at, givenUpAt: at, failure: 'gone' }, 'paused'], [{ endedAt: never, pausedAt: never, givenUpAt: at, failure: 'gone' }, 'given_up'],
  [{ endedAt: never, pausedAt: never, givenUpAt: never, failure: 'timed_out' }, 'tries_again'], [{ endedAt: never, pausedAt: never, givenUpAt: never, failure: null }, 'follows'],
])('%o is %s', (row, state) => expect(stateOf(row)).toBe(state))

test.each([
  ['no_connection', 1, 0, { again: true, pauseMs: 750 }], ['no_connection', 4, 7_000, { again: true, pauseMs: 6_000 }], ['not_taken', 50, 3_600_000, { again: true, pauseMs: 225_000 }], ['not_taken', 300, triedForMs - 1, { again: true, pauseMs: 225_000 }],
  ['not_taken', 300, triedForMs, { again: false }], ['gone', 1, 0, { again: false }], ['address_refused', 1, 0, { again: false }], ['no_key', 1, 0, { again: false }], ['fault', 1, 0, { again: true, pauseMs: 750 }],
] as const)('%s for the %ith time, after %i ms: %o', (failure, tries, failedForMs, decision) => expect(decideAgain({ failure, tries, failedForMs, dice: 0 })).toEqual(decision))

test.each([
  ['webhook', 'https://siem.example.org/in', null], ['webhook', 'https://siem.example.org:6514/in', 'not_its_port'], ['webhook', 'tls://siem.example.org:6514', 'not_https'], ['webhook', 'http://127.0.0.1:9000/', 'not_https'], ['webhook', 'http://127.0.0.1:9001/', null],
  ['syslog', 'tls://siem.example.org:6514', null], ['syslog', 'tls://siem.example.org', null], ['syslog', 'TLS://SIEM.example.org:443/', null], ['syslog', 'tls://siem.example.org:22', 'not_its_port'], ['syslog', 'tcp://siem.example.org:6514', 'not_https'],
  ['syslog', 'tcp://127.0.0.1:9001', null], ['syslog', 'tls://127.0.0.1:9001', null], ['syslog', 'tls://127.0.0.1:6514', 'not_public'], ['syslog', 'tls://[::1]:6514', 'not_public'], ['syslog', 'tls://169.254.169.254:443', 'not_public'], ['syslog', 'tls://localhost:6514', 'not_public'],
  ['syslog', 'tls://2130706433:6514', 'not_public'], ['syslog', 'tls://me:pw@siem.example.org:6514', 'not_an_address'], ['syslog', 'tls://siem.example.org:6514/in', 'not_an_address'], ['syslog', 'tls://siem.example.org:6514?a', 'not_an_address'], ['syslog', 'https://siem.example.org', 'not_an_address'],
  ['syslog', 'tls://siem.example.org:99999', 'not_an_address'], ['syslog', 'udp://siem.example.org:514', 'not_an_address'], ['syslog', 'tls://', 'not_an_address'],
] as const)('by %s to %s: %s', (way, address, refusal) => {
  const decided = decideAddress(way, address, ['127.0.0.1:9001'])
  expect(decided.ok ? null : decided.refusal).toBe(refusal)
})
