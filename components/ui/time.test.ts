import { expect, test } from 'vitest'
import { ago, exact } from './time'

const now = new Date('2026-11-21T12:00:00Z')
test.each([
  ['2026-11-21T11:59:55Z', 'now'],
  ['2026-11-21T11:59:48Z', '12 s ago'],
  ['2026-11-21T11:56:00Z', '4 min ago'],
  ['2026-11-21T09:59:00Z', '2 h ago'],
  ['2026-11-12T12:00:00Z', '9 d ago'],
  ['2026-11-21T12:00:07Z', 'now'],
])('%s is %s', (at, says) => expect(ago(at, now)).toBe(says))

test('the exact time keeps its zone', () => expect(exact('2026-11-21T03:32:45.197123Z')).toBe('2026-11-21 03:32:45 UTC'))
