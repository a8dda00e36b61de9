import { expect, test } from 'vitest'
import { decideEnding } from './decide-ending'

const now = Date.parse('2026-11-21T12:00:00Z')
const inSeconds = (seconds: number) => new Date(now + seconds * 1000).toISOString()
test.each([
  ['nobody is warned an hour before', 3600, 86400, { is: 'far', lookAgainInMs: 3_480_000 }],
  ['a moment before the two minutes', 121, 86400, { is: 'far', lookAgainInMs: 1000 }],
  ['two minutes before rest ends it', 120, 86400, { is: 'near', because: 'idle', leftMs: 120_000 }],
  ['two minutes before the day ends it, whatever one does', 3600, 120, { is: 'near', because: 'whole', leftMs: 120_000 }],
  ['both at once: to stay would change nothing', 60, 60, { is: 'near', because: 'whole', leftMs: 60_000 }],
  ['at the end it is over', 0, 86400, { is: 'over' }],
  ['and after it', 3600, -5, { is: 'over' }],
])('%s', (_says, idle, whole, expected) => expect(decideEnding({ idleEndsAt: inSeconds(idle), endsAt: inSeconds(whole) }, now)).toEqual(expected))
