import { expect, test } from 'vitest'
import { sayNewer } from './say-newer'

test.each([
  [null, 'New records that match are told here.'], [{ many: 0, isMore: false }, 'New records that match are told here.'], [{ many: 1, isMore: false }, 'One new record matches.'],
  [{ many: 12, isMore: false }, '12 new records match.'], [{ many: 100, isMore: true }, 'More than 100 new records match.'],
])('%o is told as “%s”', (newer, says) => expect(sayNewer(newer)).toBe(says))
