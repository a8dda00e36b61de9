import { expect, test } from 'vitest'
import { ownHarmWords, sayHarm, sayHours, sayRests } from './harm-words'

const harm = { minutes: '2280', wishes: 7, atLeast: false, gaps: 0, at: '2026-11-22T00:00:00.000Z' }
test.each([
  [null, null], [harm, 'Others lost about 38 GPU hours; 7 wishes would have been admitted.'], [{ ...harm, atLeast: true }, 'Others lost at least 38 GPU hours; 7 wishes would have been admitted.'],
  [{ ...harm, minutes: '59', wishes: 1 }, 'Others lost about 59 GPU minutes; 1 wish would have been admitted.'], [{ ...harm, minutes: '60', wishes: 1 }, 'Others lost about 1 GPU hour; 1 wish would have been admitted.'],
  [{ ...harm, minutes: '0', wishes: 0 }, 'Others lost nothing.'], [{ ...harm, minutes: '0', wishes: 0, atLeast: true }, 'Others lost nothing that is known.'],
] as const)('what a case cost others is a sentence, which says whether it is all that is known', (of, says) => { expect(sayHarm(of)).toBe(says) })
test('hours are told as finely as they matter, and less than the finest is not none', () => {
  expect(['0', '1', '3', '90', '725', '6000', '90000'].map(sayHours)).toEqual(['0', '< 0.1', '0.1', '1.5', '12', '100', '1,500'])
})
test('what could not be decided again is said, and so is that not all is shown', () => {
  expect([sayRests(harm, 7), sayRests({ ...harm, gaps: 1 }, 7), sayRests({ ...harm, gaps: 2, wishes: 80 }, 50)]).toEqual([[], ['1 decision could not be made again, and counts nothing.'], ['These are the 50 that lost most.', '2 decisions could not be made again, and count nothing.']])
})
test('a tenant is told no figure of what it cost others', () => { for (const says of Object.values(ownHarmWords)) expect(says).not.toMatch(/[0-9]/) })
