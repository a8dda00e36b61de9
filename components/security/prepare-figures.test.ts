import { expect, test } from 'vitest'
import { prepareFigure } from './prepare-figures'

const hours = (many: number) => Array.from({ length: many }, (_, at) => ({ from: `2026-01-08T0${at}:00:00.000Z`, to: `2026-01-08T0${at + 1}:00:00.000Z` }))
const of = (times: (number | null)[], signals = 0, name: 'denied' | 'over_quota' = 'denied') => prepareFigure({ span: 'hour', buckets: hours(times.length) }, { name, times, signals })

test.each<[string, (number | null)[], number, string]>([
  ['some, and a signal', [0, 60, 3], 1, '63 noes, at most 60 in one hour. 1 signal in this time: one is raised when one person is told more than fifty within a minute.'],
  ['one', [0, 1, 0], 0, '1 no, at most 1 in one hour. No signals in this time: one is raised when one person is told more than fifty within a minute.'],
  ['none', [0, 0, 0], 0, 'No noes. No signals in this time: one is raised when one person is told more than fifty within a minute.'],
  ['none known', [null, null, null], 0, 'Nobody counted in this time: how often is not known.'],
])('%s', (_says, times, signals, sentence) => { expect(of(times, signals).shown.sentence).toBe(sentence) })
test('of what is told at the first the signals are counted by the hour', () => { expect(of([2], 1, 'over_quota').shown.sentence).toBe('2 wishes above a quota, at most 2 in one hour. 1 signal in this time: one is raised once an hour for each tenant, while the engine watches.') })
test('what nobody counted is a gap in the line and a dash in the table', () => {
  const { shown, numbers } = of([null, 4, 0])
  expect(shown.from).toBe(Date.parse('2026-01-08T01:00:00Z'))
  expect(shown.sentence).toMatch(/Before the line begins nobody counted\.$/)
  expect(numbers.rows.map(([, says]) => says)).toEqual(['0', '4', '—'])
})
