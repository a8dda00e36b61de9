import { expect, test } from 'vitest'
import { type Allowed, allowedMs, decideAsking, decideBeginning } from './decide-elevation'

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
