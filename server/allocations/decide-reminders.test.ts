import { expect, test } from 'vitest'
import { decideReminders, tellsAdmins } from './decide-reminders'

const [hour, day] = [3_600_000, 24 * 3_600_000]
const end = new Date('2026-06-01T12:00:00.000Z')
const at = (lengthDays: number, leftMs: number, told: number[] = []) => decideReminders({ admittedAt: new Date(end.getTime() - lengthDays * day), endsAt: end, told }, new Date(end.getTime() - leftMs))

test.each<[string, ReturnType<typeof at>, number[], number | null]>([
  ['a lease of a day is not reminded of', at(1, hour), [], null],
  ['one of a day and an hour is, a day before', at(1 + 1 / 24, day), [1], 1],
  ['and not before that', at(1 + 1 / 24, day + 1), [], null],
  ['a week’s, a day before', at(7, hour), [1], 1],
  ['a month’s, seven days before', at(30, 7 * day), [7], 7],
  ['and not again that week', at(30, 3 * day, [7]), [], null],
  ['but a day before', at(30, day, [7]), [1], 1],
  ['a year’s, sixty days before', at(365, 60 * day), [60], 60],
  ['thirty', at(365, 30 * day, [60]), [30], 30],
  ['one that nobody looked at for a while is reminded of once, as of the nearest', at(365, 6 * day), [60, 30, 7], 7],
  ['and of nothing more till then', at(365, 6 * day, [60, 30, 7]), [], null],
  ['a lease of exactly sixty days has no mark at sixty', at(60, 60 * day), [], null],
  ['what has ended is not ending', at(365, 0), [], null],
])('%s', (_says, decided, due, tell) => expect(decided).toEqual({ due, tell }))

test('of up to eight devices whoever asked is reminded; of more the tenant’s admins are, too', () => {
  expect([0n, 8n, 9n].map(tellsAdmins)).toEqual([false, false, true])
})
