import { expect, test } from 'vitest'
import { beginTry, failTry, limits, succeedTry, type Tries } from './decide-try'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
const none: Tries = { times: [], blockedUntil: null }
/** So many failures, one each second. */
function failing(times: number, limit: (typeof limits)[keyof typeof limits], from = 0): { tries: Tries; looked: number; blocked: number } {
  let tries = none
  let looked = 0
  let blocked = 0
  for (let n = 0; n < times; n++) {
    const begun = beginTry(tries, limit, at(from + n))
    tries = begun.next
    if (!begun.may) continue
    looked++
    const failed = failTry(tries, limit, at(from + n))
    tries = failed.next
    if (failed.blocks) blocked++
  }
  return { tries, looked, blocked }
}

test('ten failures in a minute from one source do not block it, the eleventh does, once', () => {
  const ten = failing(10, limits.source)
  expect(ten).toMatchObject({ looked: 10, blocked: 0 })
  expect(beginTry(ten.tries, limits.source, at(10)).may).toBe(true)
  expect(failing(11, limits.source)).toMatchObject({ looked: 11, blocked: 1 })
  expect(failing(50, limits.source)).toMatchObject({ looked: 11, blocked: 1 })
})
test.each([['a second before its end', 15 * 60 - 1, false], ['at its end', 15 * 60, true], ['a second after', 15 * 60 + 1, true]])('a block holds until %s', (_says, seconds, may) => {
  expect(beginTry(failing(11, limits.source).tries, limits.source, at(10 + seconds)).may).toBe(may)
})
test('the window slides: eleven failures in sixty-one seconds block nobody', () => {
  const early = failing(5, limits.source)
  let { tries } = early
  for (let n = 0; n < 6; n++) {
    const begun = beginTry(tries, limits.source, at(60 + n))
    expect(begun.may).toBe(true)
    tries = failTry(begun.next, limits.source, at(60 + n)).next
  }
  expect(tries.blockedUntil).toBeNull()
})
test('of a hundred at once, none judged yet, no more are looked at than may fail and one', () => {
  let tries = none
  let looked = 0
  for (let n = 0; n < 100; n++) {
    const begun = beginTry(tries, limits.code, at(0))
    tries = begun.next
    if (begun.may) looked++
  }
  expect(looked).toBe(5)
})
test('a right one is given back, and for whoever proved who they are, all are', () => {
  const four = failing(4, limits.code).tries
  expect(succeedTry(beginTry(four, limits.code, at(5)).next, 'own').times).toHaveLength(4)
  expect(succeedTry(beginTry(four, limits.code, at(5)).next, 'all')).toEqual(none)
})
