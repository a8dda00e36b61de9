import { expect, test } from 'vitest'
import { decideRetention, type MonthState, stateOfMonth } from './decide-retention'
import { RetentionPolicy } from './retention-policy'

test.each<[number, string | null]>([[364, 'too_short'], [365, null], [366, null], [3_650, null], [3_651, 'too_long'], [0, 'too_short'], [Number.NaN, 'too_short']])('the record is kept for %d days: %s', (days, refusal) => {
  expect(decideRetention(days)).toEqual(refusal === null ? { ok: true } : { ok: false, refusal })
})
test('a policy of 364 days is none, and neither is one that does not say why', () => {
  expect([{ days: 364, reason: 'x' }, { days: 365, reason: '' }, { days: 365.5, reason: 'x' }, { days: 365, reason: 'x' }].map((policy) => RetentionPolicy.safeParse(policy).success)).toEqual([false, false, false, true])
})

const at = (day: string) => new Date(`${day}T00:00:00.000Z`)
test.each<[string, Parameters<typeof stateOfMonth>[0], MonthState]>([
  ['that has not begun', { month: at('2026-12-01'), keptUntil: at('2028-01-01'), waits: null, takenAt: null }, 'ahead'],
  ['that goes on', { month: at('2026-11-01'), keptUntil: at('2027-12-01'), waits: null, takenAt: null }, 'kept'],
  ['that is past retention from this moment on', { month: at('2025-10-01'), keptUntil: at('2026-11-23'), waits: null, takenAt: null }, 'goes'],
  ['that waits', { month: at('2025-10-01'), keptUntil: at('2026-11-01'), waits: 'held', takenAt: null }, 'waits'],
  ['that is gone', { month: at('2025-10-01'), keptUntil: at('2026-11-01'), waits: null, takenAt: at('2026-11-02') }, 'taken'],
])('a month %s', (_says, month, state) => { expect(stateOfMonth(month, at('2026-11-23'))).toBe(state) })
