import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Entered, type No, Spent } from './spent'

beforeEach(() => { vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 }) })
afterEach(() => { vi.useRealTimers() })
const told = (until: number, more: Partial<No> = {}): No => ({ until, shutOut: null, floods: () => undefined, ...more })
const isIn = (entered: Entered) => 'leave' in entered

test('of one token as much is under way as it may ask in a second, and one more that is told no; who is answered makes room; others have their own', () => {
  const spent = new Spent(() => 2)
  const [first, , third] = [spent.enter('own'), spent.enter('own'), spent.enter('own')]
  expect([isIn(first), isIn(third)]).toEqual([true, true])
  expect(isIn(spent.enter('own'))).toBe(false)
  expect(isIn(spent.enter('theirs'))).toBe(true)
  if ('leave' in first) first.leave()
  expect(isIn(spent.enter('own'))).toBe(true)
  expect(isIn(spent.enter('own'))).toBe(false)
})
test('a spent second is spent until it is over, whatever else is under way; who shows nothing is nobody', () => {
  const spent = new Spent(() => 2)
  spent.note('own', told(1_000_500))
  expect([isIn(spent.enter('own')), isIn(spent.enter('theirs'))]).toEqual([false, true])
  vi.setSystemTime(1_000_500)
  expect(isIn(spent.enter('own'))).toBe(true)
  spent.note('', told(1_002_000))
  for (let times = 0; times < 5; times++) expect(isIn(spent.enter(''))).toBe(true)
})
const waits = (spent: Spent) => { const entered = spent.enter('own'); return 'waitMs' in entered ? entered.waitMs : null }
test('as often as one may ask one is told no at once, and from then on in the second after, spread over all of it; who is calm for a second begins anew', () => {
  const spent = new Spent(() => 2)
  spent.note('own', told(1_000_500))
  expect([waits(spent), waits(spent), waits(spent)]).toEqual([0, 0, 1_118])
  vi.setSystemTime(1_000_400)
  expect([waits(spent), waits(spent), waits(spent)]).toEqual([336, 954, 572])
  vi.setSystemTime(1_000_500)
  spent.note('own', told(1_001_500))
  expect([waits(spent), waits(spent)]).toEqual([1_618, 1_236])
  vi.setSystemTime(1_002_500)
  spent.note('own', told(1_003_500))
  expect([waits(spent), waits(spent), waits(spent)]).toEqual([0, 0, 1_618])
})
test('however many of one token are told later, in every tenth of the second nearly as many are', () => {
  for (const many of [20, 48, 300]) {
    const spent = new Spent(() => 50)
    spent.note('own', told(1_001_000))
    const tenths = Array.from({ length: 10 }, () => 0)
    for (let at = 0; at < 50 + many; at++) {
      const ms = waits(spent) ?? 0
      if (ms > 0) {
        const tenth = Math.floor((ms - 1_000) / 100)
        tenths[tenth] = (tenths[tenth] ?? 0) + 1
      }
    }
    expect(Math.max(...tenths) - Math.min(...tenths)).toBeLessThan(4)
    expect(tenths.reduce((sum, each) => sum + each, 0)).toBe(many)
  }
})
test('whoever went on though they were told so has less under way in the second after it, and as much as before when they were calm', () => {
  const spent = new Spent(() => 100)
  const enterAll = () => Array.from({ length: 102 }, () => spent.enter('own'))
  const leaveAll = (all: readonly Entered[]) => { for (const entered of all) if ('leave' in entered) entered.leave() }
  spent.note('own', told(1_001_000))
  leaveAll(enterAll())
  vi.setSystemTime(1_001_000)
  const flooding = enterAll()
  expect(flooding.filter(isIn)).toHaveLength(2)
  leaveAll(flooding)
  vi.setSystemTime(1_003_000)
  expect(enterAll().filter(isIn)).toHaveLength(101)
})
test('where too much is under way and nobody knows when the second is over, it is in the second after one from then', () => {
  const spent = new Spent(() => 1)
  expect(Array.from({ length: 4 }, () => spent.enter('own')).map((entered) => ('waitMs' in entered ? entered.waitMs : null))).toEqual([null, null, 0, 1_618])
})
test('a clock that is set back keeps nobody turned away until it has caught up, and nobody taken for a flood', () => {
  const spent = new Spent(() => 2)
  spent.note('own', told(1_000_500))
  expect([waits(spent), waits(spent), waits(spent)]).toEqual([0, 0, 1_118])
  vi.setSystemTime(500_000)
  expect([waits(spent), waits(spent)]).toEqual([null, null])
  spent.note('own', told(500_500))
  expect([waits(spent), waits(spent)]).toEqual([0, 0])
})
test('who is told no at once floods nobody yet; each that is told later is said to flood, also in a second that they do not spend', () => {
  const [spent, floods] = [new Spent(() => 2), vi.fn()]
  spent.note('own', told(1_000_500, { floods }))
  expect([waits(spent), waits(spent)]).toEqual([0, 0])
  expect(floods).not.toHaveBeenCalled()
  for (const _ of [1, 2]) waits(spent)
  expect(floods).toHaveBeenCalledTimes(2)
  vi.setSystemTime(1_001_200)
  expect([isIn(spent.enter('own')), isIn(spent.enter('own'))]).toEqual([true, false])
  expect(floods).toHaveBeenCalledTimes(3)
})
test('who is shut out is told so until it is over, also while one of theirs asks whether it is', () => {
  const [spent, until] = [new Spent(() => 1), new Date(1_060_000)]
  const said = () => { const entered = spent.enter('own'); return 'waitMs' in entered ? entered.shutOut : 'in' }
  spent.note('own', told(1_001_000, { shutOut: until }))
  expect([said(), said()]).toEqual([until, until])
  vi.setSystemTime(1_001_500)
  expect([said(), said()]).toEqual(['in', until])
  spent.note('own', told(1_002_500))
  expect(said()).toBeNull()
})
