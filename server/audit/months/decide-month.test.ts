import { expect, test } from 'vitest'
import { decideMonth, decideWritten, type MonthFacts, type MonthWaits, refusalOf, tooFewAhead } from './decide-month'

const due: MonthFacts = { isPast: true, holds: 0, sealed: true, compared: true, hasDirectory: true }
test.each<[string, Partial<MonthFacts>, MonthWaits | null | 'goes']>([
  ['all is as it must be', {}, 'goes'],
  ['it is young', { isPast: false }, null],
  ['it is young and held', { isPast: false, holds: 1 }, null],
  ['it is held', { holds: 1 }, 'held'],
  ['it is held, and nothing else is as it must be', { holds: 2, sealed: false, compared: false, hasDirectory: false }, 'held'],
  ['it is not sealed', { sealed: false, compared: false }, 'not_sealed'],
  ['it was not compared since', { compared: false, hasDirectory: false }, 'not_compared'],
  ['there is no directory for it', { hasDirectory: false }, 'no_directory'],
])('a month when %s', (_says, different, comes) => {
  expect(decideMonth({ ...due, ...different })).toEqual(comes === 'goes' ? { goes: true } : { goes: false, waits: comes })
})
test('what the database says no to has a name, and nothing else has', () => {
  expect([refusalOf('ERROR: month_not_held: the month 2024-01-01 is held'), refusalOf('month_witnessed: the month x'), refusalOf('month_past_retention: the month x'), refusalOf('no route to host'), refusalOf('month_constructor: the month x')]).toEqual(['held', 'not_witnessed', null, undefined, undefined])
})
test('two months ahead are enough, and one is not', () => { expect([3, 2, 1, 0].map(tooFewAhead)).toEqual([false, false, true, true]) })
test.each<[string, { records: number; content: string } | null, 'new' | 'again' | 'differs']>([
  ['none', null, 'new'], ['the same', { records: 5, content: 'a' }, 'again'], ['less', { records: 4, content: 'b' }, 'new'], ['as much of something else', { records: 5, content: 'b' }, 'differs'], ['more', { records: 6, content: 'b' }, 'differs'],
])('where the file of before has %s', (_says, before, comes) => expect(decideWritten(before, { records: 5, content: 'a' })).toBe(comes))
