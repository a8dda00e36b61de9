import { expect, test } from 'vitest'
import type { Answered, DemandTold, LimitAnswered, Turn } from '~/server/what-if/answer'
import { sayAnswer, sayChange, sayDemand, sayLimit, sayTold, sayTurn } from './say-answer'

const gpu = 'nvidia.com/gpu'
const told = (verdict: 'admit' | 'hold' | 'refuse'): DemandTold => ({ verdict, reason: null, says: null, approver: null, burst: false, nearest: [], levels: [] })
const nothing: Answered = { asOf: '2026-01-01T00:00:00Z', above: 'asked', limits: [], demands: [], waiting: [], displaced: [], givesWay: [], isPart: false }
const figures = { limit: '8', used: '4', held: '0', free: '4' }
const limit = (more: Partial<LimitAnswered>): LimitAnswered => ({ namespace: 'red', resource: gpu, version: '1', before: figures, after: figures, over: '0', supposed: true, refusal: null, least: '4', most: '12', ...more })

test('a demand is said as it would be asked for', () => {
  expect(sayDemand({ namespace: 'red', class: 'normal', pods: 1, gpus: 1, model: null, hours: null }, 'normal')).toBe('1 GPU, in red')
  expect(sayDemand({ namespace: 'red', class: 'low', pods: 2, gpus: 8, model: 'A100', hours: 1 }, 'normal')).toBe('2 pods of 8 GPUs, A100, in red, for 1 hour, class low')
})
const turns: readonly Turn[] = [{ becomes: 'admitted', lacks: [] }, { becomes: null, lacks: [{ level: 'tenant', resource: 'cpu' }] }, { becomes: null, lacks: [] }]
test('what would become of each is a word and its reason', () => {
  expect([told('admit'), told('hold'), told('refuse'), null].map((one) => sayTold(one).says)).toEqual(['Starts at once', 'Needs a yes', 'Does not fit', 'No such namespace'])
  expect(turns.map((one) => [sayTurn(one).says, sayTurn(one).why])).toEqual([['Begins', null], ['Waits', 'No room for cpu in the tenant.'], ['Waits', 'For its turn, or for a node.']])
})
test.each<[string, Partial<LimitAnswered>, string[]]>([
  ['nothing where it could be made so', {}, []],
  ['what is over it, and the least', { over: '2', refusal: 'below_current_use', least: '6' }, ['2 more is in use or held than it allows.', 'It could be 6 at least.']],
  ['the most', { refusal: 'above_tenant_share', most: '12' }, ['The tenant has not that much to give: 12 at most.']],
  ['of a tenant that it is not its own to lower', { namespace: null, refusal: 'not_more' }, ['Only the platform makes a tenant’s own limit smaller.']],
  ['that it is not there', { refusal: 'not_found' }, ['There is no such quota.']],
])('of a limit: %s', (_says, more, expected) => { expect(sayLimit(limit(more))).toEqual(expected) })
test('all of it is a few sentences', () => {
  expect(sayAnswer(nothing)).toEqual([])
  const waits = { becomes: null, lacks: [] }
  const one = { allocation: 'x', name: 'x', namespace: 'red' }
  expect(sayAnswer({
    ...nothing, above: 'granted', isPart: true, limits: [limit({ over: '2' })], demands: [{ before: null, after: told('admit') }, { before: null, after: told('refuse') }, { before: null, after: null }],
    waiting: [{ ...one, before: waits, after: { becomes: 'admitted', lacks: [] } }, { ...one, before: waits, after: waits }], displaced: [{ ...one, pods: 1, finds: false }], givesWay: [one],
  })).toEqual([
    'Of 3 demands: 1 would start at once, 2 would not fit.', 'Of 2 requests that wait, 1 would begin.', '1 allocation stands on GPUs that would be gone: 1 would find none.', '1 allocation would give way to others.', '1 limit would be below what is in use.',
    'More is supposed than the tenant has. Whether the organisation and its GPUs have room for it is not said here: whoever decides about the request sees it.', 'Only the first 200 that wait, and the newest 200 that run, were looked at.',
  ])
  expect([sayChange(gpu, '8', '8'), sayChange(gpu, '8', '12'), sayChange('cpu', '1000', '2000')]).toEqual(['8', '8 → 12', '1 → 2 cores'])
})
