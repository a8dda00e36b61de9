import { expect, test } from 'vitest'
import { dayOf, marksFromZero, marksOfTime } from './scale'

test.each([
  [0, true, '0 1'], [1, true, '0 1'], [3, true, '0 1 2 3'], [8, true, '0 2 4 6 8'], [9, true, '0 5 10'], [16, true, '0 5 10 15 20'], [1024, true, '0 500 1,000 1,500'],
  [0.5, false, '0 0.2 0.4 0.6'], [2.5, false, '0 1 2 3'],
])('up to %d (whole: %s) is marked %s', (largest, isWhole, says) => {
  const { top, marks } = marksFromZero(largest, isWhole)
  expect(marks.map((mark) => mark.says).join(' ')).toBe(says)
  expect(top).toBeGreaterThanOrEqual(largest)
  expect(marks.length).toBeLessThanOrEqual(6)
})
test.each([
  ['2026-11-21T10:07Z', '2026-11-21T12:00Z', '11:00 UTC, 12:00'],
  ['2026-11-20T20:00Z', '2026-11-21T12:00Z', '21 Nov, 06:00 UTC, 12:00'],
  ['2026-11-12T05:00Z', '2026-11-21T12:00Z', '13 Nov, 15 Nov, 17 Nov, 19 Nov, 21 Nov'],
  ['2026-01-15T00:00Z', '2026-11-21T12:00Z', 'Mar 2026, May 2026, Jul 2026, Sep 2026, Nov 2026'],
  ['2020-06-15T00:00Z', '2026-11-21T12:00Z', 'Jan 2022, Jan 2024, Jan 2026'],
])('from %s to %s: %s', (from, to, says) => expect(marksOfTime(Date.parse(from), Date.parse(to)).map((mark) => mark.says).join(', ')).toBe(says))
test('no time at all is no fault', () => expect(marksOfTime(Date.UTC(2026, 0), Date.UTC(2026, 0))).toHaveLength(1))
test('a day of another year has its year', () => {
  expect(dayOf(Date.UTC(2026, 2, 3), Date.UTC(2026, 10, 21))).toBe('3 March')
  expect(dayOf(Date.UTC(2025, 2, 3), Date.UTC(2026, 10, 21))).toBe('3 March 2025')
})
