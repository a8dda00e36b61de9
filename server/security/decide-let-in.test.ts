import { expect, test } from 'vitest'
import { type Block, decideLetIn, type LetInRefusal, type ShutOutState, stateOf } from './decide-let-in'
import { type Counted, figuresOf } from './security'

const now = new Date('2026-01-08T12:30:00Z')
const at = (ms: number) => new Date(now.getTime() + ms)
test.each<[string, Block | null, LetInRefusal | null]>([
  ['who is shut out', { until: at(1), letInAt: null }, null],
  ['whose time is over this moment', { until: now, letInAt: null }, 'over_already'],
  ['who was let in', { until: at(1), letInAt: at(-1) }, 'let_in_already'],
  ['who was let in, and whose time is over', { until: at(-1), letInAt: at(-2) }, 'let_in_already'],
  ['whom nobody knows', null, 'shut_out_unknown'],
])('letting in %s', (_says, block, refusal) => { expect(decideLetIn(block, now)).toEqual(refusal === null ? { ok: true } : { ok: false, refusal }) })
test.each<[Block, ShutOutState]>([
  [{ until: at(1), letInAt: null }, 'out'], [{ until: now, letInAt: null }, 'over'], [{ until: at(1), letInAt: at(-1) }, 'let_in'], [{ until: at(-1), letInAt: at(-2) }, 'let_in'],
])('%j is %s', (block, state) => { expect(stateOf(block, now)).toBe(state) })

const hour = (at: number) => new Date(`2026-01-08T${String(at).padStart(2, '0')}:00:00Z`)
const timesOf = (counted: Counted[], name: string) => figuresOf('day', counted, now).figures.find((one) => one.name === name)
test('what was before anybody counted is not known; after that, what is not there did not happen', () => {
  const counted: Counted[] = [{ what: 'known', since: hour(9), times: 0 }, { what: 'denied', since: hour(10), times: 7 }, { what: 'authorization.many_denials', since: hour(10), times: 2 }]
  expect(timesOf(counted, 'denied')?.times.slice(-6)).toEqual([null, null, 0, 7, 0, 0])
  expect(timesOf(counted, 'denied')?.signals).toBe(2)
  expect(timesOf([...counted, { what: 'allocations.over_quota', since: hour(10), times: 1 }], 'over_quota')).toMatchObject({ signals: 1 })
})
test('where nothing was ever counted nothing is known', () => { expect(new Set(timesOf([{ what: 'known', since: null, times: 0 }], 'asked')?.times)).toEqual(new Set([null])) })
test('an impossible report is counted by its signal', () => {
  expect(timesOf([{ what: 'known', since: hour(9), times: 0 }, { what: 'node.impossible_report', since: hour(12), times: 3 }], 'node')).toMatchObject({ signals: 3, times: expect.arrayContaining([3]) })
})
