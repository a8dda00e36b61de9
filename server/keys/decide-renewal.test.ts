import { expect, test } from 'vitest'
import { dataKeyDays, decideRenewal, isDue, masterDays } from './decide-renewal'

const since = new Date('2026-01-01T00:00:00Z')
const after = (days: number, ms = 0) => new Date(since.getTime() + days * 86_400_000 + ms)

test.each([[364, false], [365, true], [366, true]])('it is time for another master key after 365 days: %i', (days, due) => expect(isDue(since, masterDays, after(days))).toBe(due))
test('of the 365 days none is short of a moment', () => expect(isDue(since, masterDays, after(365, -1))).toBe(false))
test.each([[89, 'stays'], [90, 'old'], [91, 'old']] as const)('a data key is renewed after 90 days: %i', (days, comes) => expect(decideRenewal({ wrappedBy: 'now', wrappedAt: since }, 'now', after(days))).toBe(comes))
test('of the 90 days none is short of a moment', () => expect(decideRenewal({ wrappedBy: 'now', wrappedAt: since }, 'now', after(dataKeyDays, -1))).toBe('stays'))
test('with another master key it is renewed at once, and one that nobody has looked at is only given the name of what wraps it', () => {
  expect(decideRenewal({ wrappedBy: 'before', wrappedAt: since }, 'now', since)).toBe('master_changed')
  expect(decideRenewal({ wrappedBy: '', wrappedAt: since }, 'now', after(400))).toBe('named')
})
