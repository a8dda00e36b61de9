import { expect, test } from 'vitest'
import { type Allowed, allowedMs, decideAsking, decideBeginning, decideStanding } from './decide-elevation'

const now = new Date('2026-03-01T12:00:00Z')
const allowed = (request: string, hours: number, ago = 1_000): Allowed => ({ request, hours, decidedAt: new Date(now.getTime() - ago) })
test.each<[string, number, readonly Allowed[], string | null | 'needs_second']>([
  ['as long as one may alone', 8, [], null], ['an hour more, with nobody’s yes', 9, [], 'needs_second'], ['with somebody’s', 12, [allowed('a', 12)], 'a'], ['with a yes to less', 13, [allowed('a', 12)], 'needs_second'],
  ['with a yes to more', 12, [allowed('a', 24)], 'a'], ['of two, by the shorter', 12, [allowed('a', 24), allowed('b', 12)], 'b'], ['with a yes of almost a day ago', 12, [allowed('a', 12, allowedMs - 1)], 'a'], ['with one of a day ago', 12, [allowed('a', 12, allowedMs)], 'needs_second'],
  ['alone, though there is a yes', 8, [allowed('a', 12)], null],
])('elevated %s', (_says, hours, all, by) => {
  const decision = decideBeginning(8, all, { hours }, now)
  expect(decision.ok ? decision.request : decision.refusal).toBe(by)
})
test.each<[number, number, string | null]>([[8, 0, 'may_alone'], [9, 0, null], [24, 1, 'asked_already']])('asked for %i hours, with %i open', (hours, open, refusal) => {
  const decision = decideAsking(8, open, { hours })
  expect(decision.ok ? null : decision.refusal).toBe(refusal)
})
const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour))
const held = (from: number, to: number | null) => ({ validFrom: at(from), validTo: to === null ? null : at(to) })
// It began at 8, until 16, and is looked at at 12.
test.each<[string, number | null, readonly ReturnType<typeof held>[], [until: number, endedAt: number | null]]>([
  ['it runs while the role is held', null, [held(0, null)], [16, null]], ['somebody ended it', 10, [held(0, null)], [16, 10]], ['the role ended', null, [held(0, 11)], [16, 11]], ['the role ended first', 11, [held(0, 10)], [16, 10]],
  ['the role was given anew', null, [held(0, 10), held(10, null)], [16, 10]], ['of two roles one ended', null, [held(0, 10), held(4, null)], [16, null]], ['of two the last ended', null, [held(0, 10), held(4, 11)], [16, 11]],
  ['the role is to end before it', null, [held(0, 14)], [14, null]], ['the role ends with it', null, [held(0, 16)], [16, null]], ['the role was over when it began', null, [held(0, 8)], [16, 8]],
])('%s', (_says, endedAt, roles, [until, ended]) => {
  expect(decideStanding({ beganAt: at(8), until: at(16), endedAt: endedAt === null ? null : at(endedAt) }, roles, now)).toEqual({ until: at(until), endedAt: ended === null ? null : at(ended) })
})
