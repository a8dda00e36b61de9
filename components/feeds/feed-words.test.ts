import { expect, test } from 'vitest'
import { sayBehind, sayFailure, sayWait } from './feed-words'

const now = new Date('2026-11-20T12:00:00Z')
test.each([
  [{ failure: 'not_taken', status: 503 }, 'It answered 503: it did not take it'], [{ failure: 'timed_out', status: null }, 'It did not answer in time'], [{ failure: 'of another day', status: null }, 'It was not taken'], [{ failure: null, status: 200 }, ''],
])('%o: %s', (of, says) => expect(sayFailure(of)).toBe(says))
test.each([
  ['2026-11-20T12:00:05Z', '0 seconds'], ['2026-11-20T11:59:59Z', '1 second'], ['2026-11-20T11:58:01Z', '119 seconds'], ['2026-11-20T11:58:00Z', '2 minutes'], ['2026-11-20T10:00:00Z', '2 hours'], ['2026-11-18T12:00:00Z', '2 days'],
])('since %s: %s', (since, says) => expect(sayWait(since, now)).toBe(says))
test.each([
  [{ behind: 0, behindSince: null }, 'Up to date'], [{ behind: 1, behindSince: null }, '1 record'], [{ behind: 12_345, behindSince: '2026-11-20T11:59:00Z' }, '12,345 records, 60 seconds'],
])('%o: %s', (of, says) => expect(sayBehind(of, now)).toBe(says))
