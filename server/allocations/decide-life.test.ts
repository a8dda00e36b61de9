import { expect, test } from 'vitest'
import { type AllocationState, decideLife, type Happening, type Living } from './decide-life'

const now = '2026-11-21T12:00:00.000Z'
const [earlier, later, latest] = ['2026-11-21T11:59:59.999Z', '2026-11-22T12:00:00.000Z', '2026-12-01T12:00:00.000Z']
const amounts = { cpu: '8000', memory: '0', 'nvidia.com/gpu': '4' }
const back = { cpu: '-8000', memory: '0', 'nvidia.com/gpu': '-4' }
const living = (state: AllocationState, more: Partial<Living> = {}): Living => ({ state, amounts, reserved: false, preemptible: true, burst: false, heldUntil: later, endsAt: later, waits: false, mayWait: false, preemptions: 0, ...more })
const of = (state: AllocationState, happening: Happening, more: Partial<Living> = {}) => {
  const life = decideLife(living(state, more), happening, now, { endsAt: latest, endMax: latest })
  return life.ok ? [life.state, life.posting.used['nvidia.com/gpu'] ?? '-', life.posting.held['nvidia.com/gpu'] ?? '-', life.repeats] : life.refusal
}
const over: AllocationState[] = ['released', 'withdrawn', 'refused', 'preempted', 'reclaimed', 'expired', 'failed']

test.each<[AllocationState, Happening, unknown]>([
  ['waiting', 'release', ['withdrawn', '-', '-', false]], ['held', 'release', ['withdrawn', '-', '-4', false]], ['admitted', 'release', ['released', '-4', '-', false]], ['running', 'release', ['released', '-4', '-', false]],
  ['waiting', 'approve', 'over'], ['held', 'approve', ['admitted', '4', '-4', false]], ['admitted', 'approve', 'over'], ['running', 'approve', 'over'],
  ['waiting', 'refuse', ['refused', '-', '-', false]], ['held', 'refuse', ['refused', '-', '-4', false]], ['admitted', 'refuse', 'over'], ['running', 'refuse', 'over'],
  ['waiting', 'run', 'not_admitted'], ['held', 'run', 'not_admitted'], ['admitted', 'run', ['running', '-', '-', false]], ['running', 'run', ['running', '-', '-', true]],
  ['waiting', 'fail', 'not_admitted'], ['held', 'fail', 'not_admitted'], ['admitted', 'fail', ['failed', '-4', '-', false]], ['running', 'fail', ['failed', '-4', '-', false]],
  ['waiting', 'preempt', 'not_admitted'], ['held', 'preempt', 'not_admitted'], ['admitted', 'preempt', ['preempted', '-4', '-', false]], ['running', 'preempt', ['preempted', '-4', '-', false]],
  ['waiting', 'reclaim', 'not_admitted'], ['held', 'reclaim', 'not_admitted'], ['admitted', 'reclaim', ['reclaimed', '-4', '-', false]], ['running', 'reclaim', ['reclaimed', '-4', '-', false]],
  ['waiting', 'extend', 'not_admitted'], ['held', 'extend', 'not_admitted'], ['admitted', 'extend', ['admitted', '-', '-', false]], ['running', 'extend', ['running', '-', '-', false]],
  ['waiting', 'resize', 'not_admitted'], ['held', 'resize', 'not_admitted'], ['admitted', 'resize', ['admitted', '-', '-', false]], ['running', 'resize', ['running', '-', '-', false]],
])('%s, %s: %j', (state, happening, becomes) => { expect(of(state, happening)).toEqual(becomes) })

test.each(over)('what is %s moves nothing more, whatever happens to it', (state) => {
  for (const happening of ['approve', 'refuse', 'release', 'extend', 'run', 'fail', 'expire', 'preempt', 'reclaim', 'resize'] as const) {
    const life = decideLife(living(state), happening, now, { endsAt: latest, endMax: latest })
    if (life.ok) expect([life.state, life.posting, life.repeats]).toEqual([state, { used: {}, held: {} }, true])
    else expect(life.refusal).toBe('over')
  }
  expect(of(state, 'release')).toEqual([state, '-', '-', true])
})
test('what was taken back comes back as it was until its own end; nothing else does', () => {
  for (const state of ['reclaimed', 'preempted'] as const) expect(of(state, 'giveBack')).toEqual(['admitted', '4', '-', false])
  expect(decideLife(living('reclaimed'), 'giveBack', now)).toMatchObject({ ok: true, endsAt: later, ends: false })
  expect([of('reclaimed', 'giveBack', { endsAt: null }), of('reclaimed', 'giveBack', { endsAt: now })]).toEqual([['admitted', '4', '-', false], 'over'])
  for (const state of ['admitted', 'running'] as const) expect(of(state, 'giveBack')).toEqual([state, '-', '-', true])
  for (const state of ['waiting', 'held', ...over.filter((one) => one !== 'reclaimed' && one !== 'preempted')] as const) expect(of(state, 'giveBack')).toBe('over')
})
test.each<[AllocationState, Partial<Living>, unknown]>([
  ['held', { heldUntil: later }, 'not_due'], ['held', { heldUntil: now }, ['expired', '-', '-4', false]], ['held', { heldUntil: earlier }, ['expired', '-', '-4', false]],
  ['running', { endsAt: later }, 'not_due'], ['running', { endsAt: null }, 'not_due'], ['running', { endsAt: now }, ['expired', '-4', '-', false]], ['waiting', { endsAt: null }, 'not_due'],
  ['waiting', { waits: true, heldUntil: later }, 'not_due'], ['waiting', { waits: true, heldUntil: now }, ['expired', '-', '-', false]], ['held', { waits: true, heldUntil: now }, ['expired', '-', '-', false]],
])('%s with %j at its end: %j', (state, more, becomes) => { expect(of(state, 'expire', more)).toEqual(becomes) })

test('what is reserved is neither preempted nor reclaimed; what is not preemptible is preempted only where it is lent', () => {
  for (const state of ['admitted', 'running'] as const) {
    expect(of(state, 'preempt', { reserved: true, preemptible: false })).toBe('reserved')
    expect(of(state, 'reclaim', { reserved: true, preemptible: false })).toBe('reserved')
    expect(of(state, 'preempt', { preemptible: false })).toBe('reserved')
    expect(of(state, 'preempt', { preemptible: false, burst: true })).toEqual(['preempted', '-4', '-', false])
  }
})
test('what waits for room holds nothing: no answer takes anything back, and a yes lets it wait on', () => {
  for (const happening of ['release', 'refuse'] as const) expect(of('held', happening, { waits: true })).toEqual([happening === 'release' ? 'withdrawn' : 'refused', '-', '-', false])
  expect(of('held', 'approve', { waits: true })).toEqual(['waiting', '-', '-', false])
})
test('what said that it may wait is not over when its place is taken: it gives back what it holds, and waits again', () => {
  for (const state of ['admitted', 'running'] as const) {
    expect(of(state, 'preempt', { mayWait: true })).toEqual(['waiting', '-4', '-', false])
    const life = decideLife(living(state, { mayWait: true }), 'preempt', now)
    expect(life.ok && [life.ends, life.endsAt]).toEqual([false, null])
    expect(of(state, 'reclaim', { mayWait: true })).toEqual(['reclaimed', '-4', '-', false])
    expect(of(state, 'release', { mayWait: true })).toEqual(['released', '-4', '-', false])
  }
})
test('an end may be moved as far as anything may last, and not into the past', () => {
  const extend = (endsAt: string) => decideLife(living('running'), 'extend', now, { endsAt, endMax: later })
  expect(extend(later)).toMatchObject({ ok: true, endsAt: later })
  expect(extend(latest)).toEqual({ ok: false, refusal: 'too_long' })
  expect([extend(now), extend(earlier)]).toEqual(Array(2).fill({ ok: false, refusal: 'end_has_passed' }))
})
test('what gives back gives back exactly what was taken', () => {
  const life = decideLife(living('running'), 'release', now)
  expect(life.ok && life.posting).toEqual({ used: back, held: {} })
})
test('what is not there is not found', () => { expect(decideLife(null, 'release', now)).toEqual({ ok: false, refusal: 'not_found' }) })
