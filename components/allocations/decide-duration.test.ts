import { expect, test } from 'vitest'
import { durationsUpTo, hoursUntil } from './decide-duration'

test.each([[720, ['24', '168', '720']], [719, ['24', '168']], [24, ['24']], [23, []]])('of what lasts %i hours at most, %j is offered', (most, expected) => { expect(durationsUpTo(most).map(({ value }) => value)).toEqual(expected) })
const now = new Date(2026, 10, 21, 9, 30)
test.each([['2026-11-21', 14], ['2026-11-22', 38], ['2026-11-20', null], ['', null], ['soon', null], ['2026-12-01', 254]])('until %s it is %s hours', (day, expected) => { expect(hoursUntil(day, now)).toBe(expected) })
test('what is left of an hour is no hour', () => { expect(hoursUntil('2026-11-21', new Date(2026, 10, 21, 23, 1))).toBeNull() })
