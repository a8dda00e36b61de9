import { expect, test } from 'vitest'
import { decideNextTry, triesMost } from './decide-next-try'

const pauses = (dice: number) => Array.from({ length: triesMost - 1 }, (_, at) => {
  const next = decideNextTry(at + 1, dice)
  return next.again ? next.pauseMs / 1000 : null
})
test('each pause is twice the one before, up to two hours; after the last try there is none', () => {
  expect(pauses(0.5)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840, 7200, 7200, 7200, 7200, 7200])
  expect(decideNextTry(triesMost, 0.5)).toEqual({ again: false })
  expect(decideNextTry(triesMost + 5, 0)).toEqual({ again: false })
})
test('all of it is over within a day, however the dice fall; and they spread what failed together by half', () => {
  for (const dice of [0, 0.25, 0.999_999]) expect(pauses(dice).reduce<number>((sum, pause) => sum + (pause ?? Number.NaN), 0)).toBeLessThan(24 * 3600)
  expect([pauses(0)[0], pauses(0.999_999)[0]]).toEqual([22.5, 37.5])
})
