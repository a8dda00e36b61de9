import { expect, test } from 'vitest'
import { kindWord, sayReason } from './webhook-words'

test.each([
  [{ reason: 'answered', status: 503 }, 'Answered 503: it did not take it'], [{ reason: null, status: 200 }, 'Answered 200'], [{ reason: 'timed_out', status: null }, 'It did not answer in time'],
  [{ reason: 'of another day', status: null }, 'It was not told'], [{ reason: null, status: null }, ''],
])('%o: %s', (what, says) => expect(sayReason(what)).toBe(says))
test('a kind of another day is shown by its name', () => { expect([kindWord('lease_ends'), kindWord('test'), kindWord('odd')]).toEqual(['An allocation ends soon', 'A test', 'odd']) })
