import { expect, test } from 'vitest'
import { freshLeast, knownMs, looksAround, type Reach } from './decide-reach'

const now = Date.parse('2026-01-08T00:00:00Z')
const reach = (more: Partial<Reach> = {}): Reach => ({ fresh: freshLeast, known: freshLeast, since: now - knownMs, ...more })
test.each<[string, Partial<Reach>, boolean]>([
  ['as many new places as just tell', {}, true],
  ['one fewer', { fresh: freshLeast - 1, known: 1 }, false],
  ['one more', { fresh: freshLeast + 1 }, true],
  ['fewer than they act in anyway', { known: freshLeast + 1 }, false],
  ['known for a millisecond less than a week', { since: now - knownMs + 1 }, false],
  ['known for longer', { since: now - knownMs - 1 }, true],
  ['not known before', { since: null, known: 0 }, false],
])('%s: %j is told: %s', (_, more, is) => expect(looksAround(reach(more), now)).toBe(is))
