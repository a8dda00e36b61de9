import { expect, test } from 'vitest'
import { type Amounts, decideDifferences, type Fleet, type Grant, graceMs, isOtherUnit, type Kind, type Previous, type Running, type Unexplained } from './decide-differences'

const now = '2026-11-21T12:00:00.000Z'
const ago = (ms: number) => new Date(Date.parse(now) - ms).toISOString()
const gpus = (amount: number | string): Amounts => ({ 'nvidia.com/gpu': String(amount) })
const grant = (more: Partial<Grant> = {}): Grant => ({ allocation: 'x', tenant: 'a', namespace: 'red', state: 'running', pods: 1, amounts: gpus(4), region: 'eu-one-1', runningAt: ago(graceMs), endedAt: null, resizedAt: null, ...more })
const runs = (more: Partial<Running> = {}): Running => ({ cluster: 'c1', workload: 'w1', tenant: 'a', namespace: 'red', allocation: 'x', amounts: gpus(4), ...more })
const account = (stands: number | string): Unexplained => ({ tenant: 'a', namespace: 'red', amounts: gpus(stands) })
const fleet = (grants: Grant[], running: Running[], more: Partial<Fleet> = {}): Fleet => ({ grants, running, unexplained: [account(0)], heard: ['eu-one-1'], ...more })
const compared = (of: Fleet, previous: Previous | null = null) => decideDifferences(of, previous, now)

type Case = [says: string, fleet: Fleet, kinds: [Kind, Amounts][], unexplained: string | null, fails: boolean]
const cases: Case[] = [
  ['what is granted runs', fleet([grant()], [runs()]), [], null, false],
  ['it runs in two pods', fleet([grant({ pods: 2 })], [runs({ amounts: gpus(2) }), runs({ workload: 'w2', amounts: gpus(2) })]), [], null, false],
  ['not all of its pods are there', fleet([grant({ pods: 2 })], [runs({ amounts: gpus(2) })]), [], null, false],
  ['it was let in and does not run yet', fleet([grant({ state: 'admitted', runningAt: null })], []), [], null, false],
  ['it was let in, and its cluster runs it before it says so', fleet([grant({ state: 'admitted', runningAt: null })], [runs()]), [], null, false],
  ['it runs by the ledger, and nowhere', fleet([grant()], []), [['phantom', gpus(4)]], null, true],
  ['it has just been made smaller, and its cluster has not begun it again', fleet([grant({ amounts: gpus(2), resizedAt: ago(graceMs - 1) })], [runs()]), [], null, false],
  ['it has just begun', fleet([grant({ runningAt: ago(graceMs - 1) })], []), [], null, false],
  ['a cluster where it may be was not heard of', fleet([grant()], [], { heard: [] }), [], null, false],
  ['nobody knows where it runs', fleet([grant({ region: null })], []), [], null, false],
  ['it waits for a yes', fleet([grant({ state: 'held' })], []), [], null, false],
  ['it runs while it waits for a yes', fleet([grant({ state: 'held' })], [runs()]), [['orphan', gpus(4)]], '4', false],
  ['it runs for nothing that was granted', fleet([], [runs({ allocation: null })]), [['orphan', gpus(4)]], '4', false],
  ['it says an allocation that there is not', fleet([], [runs({ allocation: 'y' })]), [['orphan', gpus(4)]], '4', false],
  ['it says an allocation of another tenant', fleet([grant({ tenant: 'b' })], [runs(), runs({ workload: 'w2', tenant: 'b' })]), [['orphan', gpus(4)]], '4', false],
  ['of another namespace', fleet([grant({ namespace: 'blue' })], [runs(), runs({ workload: 'w2', namespace: 'blue' })]), [['orphan', gpus(4)]], '4', false],
  ['it says nothing of whose it is', fleet([], [runs({ tenant: null, namespace: null, allocation: null })]), [['orphan', gpus(4)]], null, false],
  ['it has more than was granted', fleet([grant()], [runs({ amounts: gpus(6) })]), [['out_of_band', gpus(2)]], '2', false],
  ['a pod too many', fleet([grant()], [runs(), runs({ workload: 'w2', amounts: gpus(1) })]), [['out_of_band', gpus(1)]], '1', false],
  ['it has something that was not granted', fleet([grant()], [runs({ amounts: { ...gpus(4), memory: '7' } })]), [['out_of_band', { memory: '7' }]], null, false],
  ['twice as much is no other unit', fleet([grant()], [runs({ amounts: gpus(8) })]), [['out_of_band', gpus(4)]], '4', false],
  ['a thousand times as much is', fleet([grant()], [runs({ amounts: gpus(4_000) })]), [['unit_mismatch', gpus(3_996)]], null, false],
  ['1,024 times', fleet([grant()], [runs({ amounts: gpus(4_096) })]), [['unit_mismatch', gpus(4_092)]], null, false],
  ['a thousandth', fleet([grant({ amounts: gpus(4_000) })], [runs()]), [['unit_mismatch', gpus(3_996)]], null, false],
  ['in each of two pods', fleet([grant({ pods: 2, amounts: gpus(4) })], [runs({ amounts: gpus(2_000) }), runs({ workload: 'w2', amounts: gpus(2) })]), [['unit_mismatch', gpus(1_998)]], null, false],
  ['it was ended, and still runs', fleet([grant({ state: 'released', endedAt: ago(graceMs) })], [runs()]), [['late_release', gpus(4)]], '4', false],
  ['it was ended just now', fleet([grant({ state: 'released', endedAt: ago(graceMs - 1) })], [runs()]), [], null, false],
  ['it was ended, and is gone', fleet([grant({ state: 'released', endedAt: ago(graceMs) })], []), [], null, false],
  ['what stands as unexplained is gone', fleet([], [], { unexplained: [account(4)] }), [], '0', false],
  ['what stands as unexplained is still there', fleet([], [runs({ allocation: null })], { unexplained: [account(4)] }), [['orphan', gpus(4)]], null, false],
  ['there is no quota of what runs', fleet([], [runs({ allocation: null })], { unexplained: [{ tenant: 'a', namespace: 'red', amounts: { cpu: '0' } }] }), [['orphan', gpus(4)]], null, false],
  ['there is no such namespace', fleet([], [runs({ allocation: null })], { unexplained: [] }), [['orphan', gpus(4)]], null, false],
]
test.each(cases)('%s', (_says, of, kinds, unexplained, fails) => {
  const { differences, post, fail } = compared(of)
  expect(differences.map(({ kind, amounts }) => [kind, amounts])).toEqual(kinds)
  expect([post.map(({ amounts }) => amounts['nvidia.com/gpu']), fail.length === 1]).toEqual([unexplained === null ? [] : [unexplained], fails])
})
test('each kind was seen', () => { expect(new Set(cases.flatMap(([, , kinds]) => kinds.map(([kind]) => kind))).size).toBe(5) })

test('thousands and large powers of two are other units; what hands do is not', () => {
  const of = (factor: bigint) => [isOtherUnit(7n, 7n * factor), isOtherUnit(7n * factor, 7n)]
  for (const factor of [1_000n, 1_024n, 1_000_000n, 2n ** 20n, 1_000_000_000n, 2n ** 30n, 1_000_000_000_000n, 2n ** 40n, 512n, 4_096n]) expect([factor, of(factor)]).toEqual([factor, [true, true]])
  for (const factor of [1n, 2n, 4n, 8n, 16n, 100n, 256n, 999n, 1_001n, 1_023n, 1_025n]) expect([factor, of(factor)]).toEqual([factor, [false, false]])
  expect([isOtherUnit(0n, 0n), isOtherUnit(0n, 1_000n), isOtherUnit(7n, 7_001n)]).toEqual([false, false, false])
})

test.each([[499, 499, false], [500, 500, false], [501, 501, true], [0, 0, false], [10_000, 5_000, true]])('of ten thousand, %i that nobody granted are %i hundredths of a percent; alarming, of the tenant as of the fleet: %s', (beyond, offBy, alarming) => {
  const running = [runs({ amounts: gpus(10_000 - (beyond < 10_000 ? beyond : 0)) }), ...(beyond ? [runs({ workload: 'w2', allocation: null, amounts: gpus(beyond) })] : [])]
  const found = compared(fleet([grant({ amounts: gpus(10_000 - (beyond < 10_000 ? beyond : 0)) })], running))
  expect([found.offBy, found.alarming]).toEqual([offBy, alarming ? ['the fleet', 'a'] : []])
})
test('what is more than five percent by less than a hundredth of one is alarming, and reads so', () => {
  const found = compared(fleet([grant({ amounts: gpus(9_499_999) })], [runs({ amounts: gpus(9_499_999) }), runs({ workload: 'w2', allocation: null, amounts: gpus(500_001) })]))
  expect([found.offBy, found.alarming]).toEqual([501, ['the fleet', 'a']])
})

const large = { grants: [grant({ allocation: 'y', tenant: 'b', namespace: 'blue', amounts: gpus(10_000) })], running: [runs({ workload: 'w9', tenant: 'b', namespace: 'blue', allocation: 'y', amounts: gpus(10_000) })] }
test.each<[says: string, granted: number, beyond: number, alarming: string[]]>([
  ['twice what it was granted, of a tenant that is small in the fleet', 40, 40, ['a']], ['exactly five percent', 38, 2, []], ['a little more', 37, 2, ['a']],
  ['one of few is no pattern', 4, 1, []], ['two of few are', 4, 2, ['a']], ['one of few, and nothing was granted', 0, 1, []],
])('%s: of %i granted, %i beyond', (_says, granted, beyond, alarming) => {
  const found = compared(fleet([...large.grants, grant({ amounts: gpus(granted) })], [...large.running, runs({ amounts: gpus(granted) }), runs({ workload: 'w2', allocation: null, amounts: gpus(beyond) })]))
  expect(found.alarming).toEqual(alarming)
})
test('what runs and says nothing of whose it is is the fleet’s alone', () => {
  expect(compared(fleet(large.grants, [...large.running, runs({ tenant: null, namespace: null, allocation: null, amounts: gpus(400) })])).alarming).toEqual([])
  expect(compared(fleet(large.grants, [...large.running, runs({ tenant: null, namespace: null, allocation: null, amounts: gpus(600) })])).alarming).toEqual(['the fleet'])
})
test.each<[says: string, runsNow: number, before: Partial<Previous> | null, tells: boolean]>([
  ['little, and new', 41, null, false],
  ['much, and new', 80, null, true],
  ['little that became much', 80, {}, true],
  ['much that was told', 80, { alarming: ['the fleet', 'a'] }, false],
  ['much of the tenant that was only much of the fleet', 80, { alarming: ['the fleet'] }, true],
  ['much in which something is new', 80, { alarming: ['the fleet', 'a'], differences: [] }, true],
])('%s: told %s', (_says, runsNow, before, tells) => {
  const previous: Previous | null = before && { at: ago(300_000), differences: [{ kind: 'out_of_band', of: 'x', since: ago(300_000) }], alarming: [], ...before }
  expect(compared(fleet([grant({ amounts: gpus(40) })], [runs({ amounts: gpus(runsNow) })]), previous).tells).toBe(tells)
})
test('what is new elsewhere is told of nobody of whom it is little', () => {
  const previous: Previous = { at: ago(300_000), differences: [{ kind: 'out_of_band', of: 'x', since: ago(300_000) }], alarming: ['a'] }
  const elsewhere = runs({ workload: 'w8', tenant: 'b', namespace: 'blue', allocation: null, amounts: gpus(2) })
  expect(compared(fleet([...large.grants, grant()], [...large.running, elsewhere, runs({ amounts: gpus(8) })]), previous)).toMatchObject({ alarming: ['a'], tells: false })
})
test('what the ledger grants and nobody runs counts like what runs and nobody granted; the resource that is furthest off is told', () => {
  const found = compared(fleet([grant({ amounts: { cpu: '95', memory: '100' } }), grant({ allocation: 'y', amounts: { cpu: '5' } })], [runs({ amounts: { cpu: '95', memory: '110' } })]))
  expect([found.offBy, found.alarming]).toEqual([910, ['the fleet', 'a']])
})
test('nothing granted and something running is as far off as can be; nothing at all is not', () => {
  expect(compared(fleet([], [runs({ allocation: null })])).offBy).toBe(10_000)
  expect([compared(fleet([], [])).offBy, compared(fleet([], [])).alarming]).toEqual([0, []])
})
test('what was there the last time keeps the moment at which it was first seen', () => {
  const since = ago(900_000)
  const previous: Previous = { at: ago(300_000), differences: [{ kind: 'orphan', of: 'c1/w1', since }], alarming: [] }
  const found = compared(fleet([], [runs({ allocation: null }), runs({ workload: 'w2', allocation: null })]), previous)
  expect(found.differences.map(({ of, since: seen }) => [of, seen])).toEqual([['c1/w1', since], ['c1/w2', now]])
})
test.each([[600_000, false], [600_001, true]])('a last run %i ms ago: missed %s', (ms, missed) => { expect(compared(fleet([], []), { at: ago(ms), differences: [], alarming: [] }).missed).toBe(missed) })
test('the first run missed none', () => { expect(compared(fleet([], [])).missed).toBe(false) })
test('what is set right is not set right again', () => {
  const of = fleet([], [runs({ allocation: null })])
  const { post } = compared(of)
  expect(post).toHaveLength(1)
  expect(compared({ ...of, unexplained: post }).post).toEqual([])
})
