import { expect, test } from 'vitest'
import { borrowedSince, outstays, type Span } from './decide-burst'
import { decideClose } from './decide-close'
import { averages, marginAbove, standsAbove } from './decide-priority'
import { areTooMany, triesOf } from './decide-tries'
import { isTriedOut, precisionOf, shadowDays } from './rule'

const hour = 3_600_000
const span = (from: number, to: number | null): Span => ({ from: from * hour, to: to === null ? null : to * hour })
test.each<[says: string, spans: Span[], now: number, outstays: boolean]>([
  ['nothing was borrowed', [], 100, false],
  ['one borrowing, for as long as may be', [span(0, null)], 24, false],
  ['one after another, for longer', [span(0, 12), span(12, 20), span(19, null)], 24.001, true],
  ['the same, and nothing borrowed for a moment', [span(0, 12), span(12.001, 20), span(19, null)], 24.001, false],
  ['long ago, and over', [span(0, 50)], 60, false],
  ['two at once, the longer of which goes on', [span(0, null), span(10, 12)], 25, true],
  ['one within another that began before', [span(5, 6), span(0, 30), span(29, null)], 24.5, true],
])('borrowed: %s', (_says, spans, now, expected) => { expect(outstays(spans, 24 * hour, now * hour)).toBe(expected) })
test('what began last goes back to what it followed', () => { expect(borrowedSince([span(7, null), span(3, 8), span(1, 3), span(0, 0.5)])).toBe(hour) })

const held = (tenant: string, ...priorities: number[]) => priorities.map((priority) => ({ tenant, priority, gpuMs: hour }))
test('a tenant stands above the others by its average of GPU hours, beyond what nine in ten of them have and a margin', () => {
  const others = ['b', 'c', 'd', 'e'].flatMap((tenant) => held(tenant, 100))
  const of = (own: number) => standsAbove(averages([...others, ...held('a', own)]), 'a')
  expect([of(100 + marginAbove), of(100 + marginAbove + 1)]).toEqual([null, { own: 201, others: 100 }])
  expect(averages([{ tenant: 'a', priority: 1000, gpuMs: 1 }, { tenant: 'a', priority: 0, gpuMs: 9 }]).get('a')).toBe(100)
  expect(standsAbove(averages([...others.slice(1), ...held('a', 900)]), 'a')).toBeNull()
  expect(standsAbove(averages(others), 'a')).toBeNull()
})
test('so many tries are a mistake, one more is not', () => {
  for (const kind of ['allocations.splitting', 'allocations.flood'] as const) expect([areTooMany(kind, triesOf[kind].most), areTooMany(kind, triesOf[kind].most + 1)]).toEqual([false, true])
})
test('a rule is tried out for fourteen days; how often it was right leaves out what was judged on bad data', () => {
  const [since, day] = [new Date(0), 24 * hour]
  expect([isTriedOut(since, new Date(shadowDays * day - 1)), isTriedOut(since, new Date(shadowDays * day))]).toEqual([true, false])
  expect(precisionOf(['confirmed', 'benign', 'too_tight', 'bad_data', 'confirmed'])).toEqual({ right: 2, of: 4 })
  expect([precisionOf([]), precisionOf(['bad_data'])]).toEqual([null, null])
})
test('a case is closed once; the same word again is no other', () => {
  const said = { outcome: 'benign', note: null } as const
  const open = { outcome: null, note: null, stands: false } as const
  expect([decideClose(null, said), decideClose(open, said), decideClose({ ...said, stands: false }, said), decideClose({ ...open, outcome: 'confirmed' }, said), decideClose({ outcome: 'benign', note: 'x', stands: false }, said), decideClose({ ...open, stands: true }, said)])
    .toEqual([{ ok: false, refusal: 'case_unknown' }, { ok: true, repeats: false }, { ok: true, repeats: true }, { ok: false, refusal: 'closed_already' }, { ok: false, refusal: 'closed_already' }, { ok: false, refusal: 'step_under_way' }])
})
