import { expect, test } from 'vitest'
import { durationsUpTo, hoursUntil } from './decide-duration'

test.each([[720, ['24', '168', '720']], [719, ['24', '168']], [24, ['24']], [23, []]])('of what lasts %i hours at most, %j is offered', (most, expected) => { expect(durationsUpTo(most).map(({ value }) => value)).toEqual(expected) })
const now = new Date('2026-11-21T09:30:00Z')
test.each([['2026-11-21', 14], ['2026-11-22', 38], ['2026-12-01', 254], ['2026-11-20', 0], ['0002-11-21', 0], ['', null], ['soon', null]])('until %s it is %s hours', (day, expected) => { expect(hoursUntil(day, now)).toBe(expected) })
test('what is left of an hour is no hour', () => { expect(hoursUntil('2026-11-21', new Date('2026-11-21T23:01:00Z'))).toBe(0) })
test('the day is the one that the end is told by, wherever somebody chooses it', () => {
  const zone = process.env.TZ
  try {
    for (const elsewhere of ['Pacific/Auckland', 'America/Los_Angeles']) {
      process.env.TZ = elsewhere
      expect(new Date(now.getTime() + (hoursUntil('2026-11-22', now) ?? 0) * 3_600_000).toISOString()).toBe('2026-11-22T23:30:00.000Z')
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})
