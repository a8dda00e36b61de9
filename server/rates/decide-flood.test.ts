import { expect, test } from 'vitest'
import { decideFlood, type Flood, type FloodKind, floodLimits, outUntil } from './decide-flood'

const began = new Date('2026-01-08T12:00:00Z').getTime()
const at = (ms: number) => new Date(began + ms)
const [second, minute, day] = [1_000, 60_000, 86_400_000]
/** Floods for so many seconds, one after another; what is known of them then, and until when they are out. */
function flooding(kind: FloodKind, from: number, seconds: number, before: Flood | null = null): { flood: Flood | null; until: Date | null } {
  let [flood, until]: [Flood | null, Date | null] = [before, null]
  for (let n = 0; n < seconds; n++) {
    const decided = decideFlood(kind, flood, at(from + n * second))
    flood = decided.next ?? flood
    until = decided.until
  }
  return { flood, until }
}
/** Floods until they are shut out, and again as soon as that is over, so often: for how many minutes each time. */
function again(kind: FloodKind, times: number, pauseMs = 0): number[] {
  const minutes: number[] = []
  let [flood, from]: [Flood | null, number] = [null, 0]
  for (let n = 0; n < times; n++) {
    const out = flooding(kind, from, 40, flood)
    const end = from + 39 * second
    minutes.push(((out.until?.getTime() ?? 0) - at(end).getTime()) / minute)
    flood = out.flood
    from = (out.until?.getTime() ?? 0) - began + pauseMs
  }
  return minutes
}

test('thirty-nine seconds of a minute are told no and nothing more; in the fortieth they are shut out for a minute', () => {
  expect(flooding('token', 0, 39).until).toBeNull()
  expect(flooding('token', 0, 40).until).toEqual(at(39 * second + minute))
})
test('the minute is one: what is flooded in the next begins anew, to the millisecond', () => {
  const { flood } = flooding('token', 0, 39)
  expect(decideFlood('token', flood, at(minute - 1)).until).not.toBeNull()
  expect(decideFlood('token', flood, at(minute))).toEqual({ next: { since: at(minute), seconds: 1, countedAt: at(minute), step: 0, until: null }, until: null })
})
test('several processes that count the same second count it once', () => {
  const { next } = decideFlood('token', null, at(0))
  expect(decideFlood('token', next, at(999))).toEqual({ next: null, until: null })
  expect(decideFlood('token', next, at(1_000)).next?.seconds).toBe(2)
})
test('whoever is shut out is counted no further, and is let in by the clock alone', () => {
  const { flood, until } = flooding('token', 0, 40)
  const last = new Date((until?.getTime() ?? 0) - 1)
  expect(decideFlood('token', flood, last)).toEqual({ next: null, until })
  expect([outUntil(flood, last), outUntil(flood, until ?? last), outUntil(null, last)]).toEqual([until, null, null])
  expect(decideFlood('token', flood, until ?? last)).toMatchObject({ next: { seconds: 1, step: 1 }, until: null })
})
test('who floods on is shut out for longer each time: a token for four hours at most, an address for half an hour', () => {
  expect(again('token', 6)).toEqual([1, 5, 30, 240, 240, 240])
  expect(again('network', 5)).toEqual([1, 5, 30, 30, 30])
})
test('after a quiet day they begin at the first step, and not a moment sooner', () => {
  expect(again('token', 2, day)).toEqual([1, 1])
  expect(again('token', 2, day - 40 * second)).toEqual([1, 5])
  const { flood, until } = flooding('token', 0, 40)
  const quiet = (until?.getTime() ?? 0) + floodLimits.forgottenAfterMs
  expect([decideFlood('token', flood, new Date(quiet - 1)).next?.step, decideFlood('token', flood, new Date(quiet)).next?.step]).toEqual([1, 0])
})
test('a clock that is set back keeps nobody out for as long as it is off', () => {
  const { flood } = flooding('token', 0, 40)
  expect([outUntil(flood, at(39 * second)), outUntil(flood, at(39 * second - 1))]).toEqual([at(39 * second + minute), null])
  expect(decideFlood('token', flood, at(-day)).next).toEqual({ since: at(-day), seconds: 1, countedAt: at(-day), step: 0, until: null })
})
