import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Spent } from './spent'

beforeEach(() => { vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 }) })
afterEach(() => { vi.useRealTimers() })

test('of one token as much is under way as it may ask in a second, and one more that is told no; who is answered makes room; others have their own', () => {
  const spent = new Spent(() => 2)
  const [first, , third] = [spent.enter('own'), spent.enter('own'), spent.enter('own')]
  expect([first, third].every((leave) => leave !== null)).toBe(true)
  expect(spent.enter('own')).toBeNull()
  expect(spent.enter('theirs')).not.toBeNull()
  first?.()
  expect(spent.enter('own')).not.toBeNull()
  expect(spent.enter('own')).toBeNull()
})
test('a spent second is spent until it is over, whatever else is under way; who shows nothing is nobody', () => {
  const spent = new Spent(() => 2)
  spent.note('own', 1_000_500)
  expect([spent.enter('own'), spent.enter('theirs') !== null]).toEqual([null, true])
  vi.setSystemTime(1_000_500)
  expect(spent.enter('own')).not.toBeNull()
  spent.note('', 1_002_000)
  for (let times = 0; times < 5; times++) expect(spent.enter('')).not.toBeNull()
})
