import { expect, test } from 'vitest'
import { answeredDaysLeast, answerEachOther, othersLeast } from './decide-each-other'

test.each<[says: string, daysOfOne: number, daysOfOther: number, others: number, is: boolean]>([
  ['as many days as just tell', answeredDaysLeast, answeredDaysLeast, othersLeast, true],
  ['a day fewer of one', answeredDaysLeast - 1, answeredDaysLeast + 3, othersLeast, false],
  ['a day fewer of the other', answeredDaysLeast + 3, answeredDaysLeast - 1, othersLeast, false],
  ['a day more of both', answeredDaysLeast + 1, answeredDaysLeast + 1, othersLeast, true],
  ['one other who says yes', answeredDaysLeast, answeredDaysLeast, othersLeast - 1, false],
])('%s', (_says, daysOfOne, daysOfOther, others, is) => expect(answerEachOther({ daysOfOne, daysOfOther, others })).toBe(is))
