import { expect, test } from 'vitest'
import { ago, ahead, exact, left, minutesAndSeconds } from './time'

const now = new Date('2026-11-21T12:00:00Z')
test.each([
  ['2026-11-21T11:59:55Z', 'now'],
  ['2026-11-21T11:59:48Z', '12 s ago'],
  ['2026-11-21T11:56:00Z', '4 min ago'],
  ['2026-11-21T09:59:00Z', '2 h ago'],
  ['2026-11-12T12:00:00Z', '9 d ago'],
  ['2026-11-21T12:00:07Z', 'now'],
])('%s is %s', (at, says) => expect(ago(at, now)).toBe(says))

test.each([
  ['2026-11-24T13:00:00Z', 'in 3 days'],
  ['2026-11-22T12:00:00Z', 'in 1 day'],
  ['2026-11-22T11:59:59Z', 'in 23 hours'],
  ['2026-11-21T13:00:00Z', 'in 1 hour'],
  ['2026-11-21T12:47:59Z', 'in 47 minutes'],
  ['2026-11-21T12:00:01Z', 'in 1 second'],
  ['2026-11-21T11:00:00Z', 'in 0 seconds'],
])('%s is %s', (at, says) => expect(ahead(at, now)).toBe(says))

test('the exact time keeps its zone', () => expect(exact('2026-11-21T03:32:45.197123Z')).toBe('2026-11-21 03:32:45 UTC'))

test.each([
  [24 * 3_600_000, '24 h'], [3_720_000, '1 h 2 min'], [3_600_000, '1 h'], [3_599_999, '59 min'], [60_000, '1 min'], [59_999, '59 s'], [0, '0 s'], [-5, '0 s'],
])('%d milliseconds are %s', (ms, says) => expect(left(ms)).toBe(says))
test.each([[120_000, '2:00'], [119_001, '2:00'], [61_000, '1:01'], [9_000, '0:09'], [1, '0:01'], [0, '0:00'], [-1, '0:00']])('%d milliseconds are %s', (ms, says) => expect(minutesAndSeconds(ms)).toBe(says))
