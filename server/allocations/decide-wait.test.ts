import { expect, test } from 'vitest'
import { decideWait, waitedLeast } from './decide-wait'

const asked = new Date('2026-11-21T12:00:00.000Z')
const waited = (...minutes: number[]) => minutes.map((many) => ({ askedAt: asked, admittedAt: new Date(asked.getTime() + many * 60_000) }))
const all = (minutes: number, times = waitedLeast) => waited(...Array<number>(times).fill(minutes))

test.each<[number, string]>([[1, 'minutes'], [10, 'minutes'], [10.01, 'an_hour'], [60, 'an_hour'], [61, 'some_hours'], [360, 'some_hours'], [361, 'a_day'], [1_440, 'a_day'], [1_441, 'longer']])('%d minutes is %s', (minutes, bucket) => { expect(decideWait(all(minutes))).toBe(bucket) })
test('of fewer than enough nothing is said, nor of those who did not wait or have not begun', () => {
  expect(decideWait(all(5, waitedLeast - 1))).toBeNull()
  expect(decideWait([...all(5, waitedLeast - 1), ...all(0.01, 50)])).toBeNull()
  expect(decideWait([...all(5, waitedLeast - 1), { askedAt: asked, admittedAt: null }])).toBeNull()
  expect(decideWait([])).toBeNull()
})
test('it is the middle one, whatever the longest took', () => { expect(decideWait([...all(5, 15), ...all(5_000, 10)])).toBe('minutes') })
