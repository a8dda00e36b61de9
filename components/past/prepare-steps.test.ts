import { expect, test } from 'vitest'
import { minuteAfter, prepareSteps } from './prepare-steps'

const bounds = { since: '2026-11-20T08:00:00.000000Z', now: '2026-11-22T12:00:00.000000Z' }
test.each([
  ['2026-11-21T10:30:00.250000Z', ['2026-11-20T10:30:00.250000Z', '2026-11-21T09:30:00.250000Z', '2026-11-21T11:30:00.250000Z', '2026-11-22T10:30:00.250000Z']],
  ['2026-11-20T08:30:00.000000Z', [null, null, '2026-11-20T09:30:00.000000Z', '2026-11-21T08:30:00.000000Z']],
  ['2026-11-22T11:30:00.000000Z', ['2026-11-21T11:30:00.000000Z', '2026-11-22T10:30:00.000000Z', null, null]],
])('from %s one can go to %j', (at, to) => { expect(prepareSteps(at, bounds).map((step) => ('at' in step ? step.at : null))).toEqual(to) })
test('what cannot be gone to says why', () => {
  expect(prepareSteps('2026-11-20T08:30:00.000000Z', { ...bounds, now: '2026-11-20T09:00:00.000000Z' }).map((step) => ('at' in step ? '' : step.whyNot))).toEqual([
    'The history of this place begins later.', 'The history of this place begins later.', 'That moment has not come yet.', 'That moment has not come yet.'])
})
test.each([['2026-11-20T08:00:00.000001Z', '2026-11-20T08:01:00.000Z'], ['2026-11-20T08:00:00.000000Z', '2026-11-20T08:00:00.000Z'], ['2026-11-20T23:59:30.500000Z', '2026-11-21T00:00:00.000Z']])(
  'of what is known since %s the first full minute is %s', (since, minute) => { expect(minuteAfter(since)).toBe(minute) })
