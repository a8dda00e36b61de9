/** Guarantee: others lost by a case exactly what they would have been given, had its tenant given back what it held: no more than once, and nothing that is not known. */
import { describe, expect, test } from 'vitest'
import type { State, Wish } from '~/server/admission/facts'
import { noFleet } from '~/server/admission/placement/decide-placement'
import { policyFrom } from '~/server/admission/policy'
import type { AccountFacts, Level } from '~/server/ledger/account'
import type { NodeRow } from '~/server/placement/decide-node'
import { type Came, type Given, type Harm, harmOn, minutesIn, noHarm } from './decide-harm'

const policy = policyFrom([])
const [hourMs, began] = [3_600_000, Date.parse('2026-11-22T00:00:00.000Z')]
const hour = (n: number) => began + n * hourMs
const gpus = 'nvidia.com/gpu'
const account = (id: string, level: Level, hard: number, used: number): AccountFacts => ({ id, level, version: '1', standing: { [gpus]: [`${hard}`, `${hard}`, `${used}`, '0', '0'] } })
/** The organisation may have ten. */
const stateOf = ({ tenant = 'b', used = 10, own = 0, more = {} as Partial<State> } = {}): State => ({
  asker: { person: 'p', roles: ['tenant_admin'], machine: false }, tenant: { id: tenant, organisation: 'o', frozen: false, isolationLevel: 1, regions: ['eu-1'] },
  accounts: [account('platform/o', 'organisation', 10, used), account(`platform/o/${tenant}`, 'tenant', 20, own), account(`platform/o/${tenant}/red`, 'namespace', 20, own)],
  regions: [{ region: 'eu-1', jurisdiction: 'eu' }], nameTaken: false, pending: 0, recent: { person: '0', namespace: '0' }, fleet: noFleet, approved: false, ahead: [], lent: null, ...more,
} as State)
const wishOf = (want: number, { tenant = 'b', name = 'w', hours = 10, pods = 1 } = {}): Wish =>
  ({ tenant, namespace: 'red', name, class: 'normal', pods, each: { [gpus]: `${want}` }, models: [], region: null, labels: { 'cost-center': 'x' }, purpose: '', hours, pod: null, claims: [], waits: true })
const given = (held: number, from: number, to: number, more: Partial<Given> = {}): Given =>
  ({ allocation: 'idle', tenant: 'a', path: ['platform/o', 'platform/o/a', 'platform/o/a/red'], used: { [gpus]: BigInt(held) }, held: {}, placement: null, nodes: [], from, to, waits: false, ...more })
type Case = { name?: string; tenant?: string; want?: number; hours?: number; pods?: number; state?: State }
const came = (at: number, { name = 'w', tenant = 'b', want = 2, hours = 10, pods = 1, state = stateOf({ tenant }) }: Case = {}, more: Partial<Came> = {}): Came =>
  ({ decision: `d-${name}-${at}`, tenant, namespace: 'red', name, allocation: `of-${name}`, at, kept: { state, wish: wishOf(want, { tenant, name, hours, pods }), now: new Date(at).toISOString(), policy }, began: null, gone: null, waiting: null, pushed: null, ...more })
const harmOf = (held: readonly Given[], all: readonly Came[], until = hour(24)): Harm => all.reduce((harm, one) => harmOn(harm, held, one, until), noHarm)
const lostOf = (...asked: Parameters<typeof harmOf>) => harmOf(...asked).lost.map(({ name, from, until, minutes }) => [name, (from - began) / hourMs, (until - began) / hourMs, Number(minutes)])

describe('what is given back', () => {
  test.each([[1, []], [2, [['w', 1, 11, 1_200]]], [3, [['w', 1, 11, 1_200]]]])('of %i GPUs is enough for two, or is not', (held, lost) => {
    expect(lostOf([given(held, hour(0), hour(24))], [came(hour(1))])).toEqual(lost)
  })
  test('is used once, in the order of those who came; where the first does not fit the next may', () => {
    const all = [came(hour(1), { name: 'one' }), came(hour(2), { name: 'two' }), came(hour(3), { name: 'three', want: 1 })]
    expect(lostOf([given(3, hour(0), hour(24))], all).map(([name]) => name)).toEqual(['one', 'three'])
    expect(lostOf([given(4, hour(0), hour(24))], all).map(([name]) => name)).toEqual(['one', 'two'])
  })
  test('is free again when whoever would have used it would have been done, or began after all', () => {
    const held = [given(2, hour(0), hour(24))]
    expect(lostOf(held, [came(hour(1), { name: 'one', hours: 2 }), came(hour(2.9), { name: 'early' }), came(hour(3), { name: 'two', hours: 1 })])).toEqual([['one', 1, 3, 240], ['two', 3, 4, 120]])
    expect(lostOf(held, [came(hour(1), { name: 'one' }, { began: hour(2) }), came(hour(2), { name: 'two', hours: 1 })])).toEqual([['one', 1, 2, 120], ['two', 2, 3, 120]])
  })
  test('counts against whoever of the same place comes next, too', () => {
    const full = { ...stateOf(), accounts: [account('platform/o', 'organisation', 10, 10), account('platform/o/b', 'tenant', 20, 0), account('platform/o/b/red', 'namespace', 3, 0)] } as State
    expect(lostOf([given(8, hour(0), hour(24))], [came(hour(1), { name: 'one', state: full }), came(hour(2), { name: 'two', state: full })]).map(([name]) => name)).toEqual(['one'])
  })
  test('counts from when it stood unused and for as long as what still does would have been enough', () => {
    expect(lostOf([given(2, hour(1), hour(3))], [came(hour(1), { name: 'early' }), came(hour(1) + 1, { name: 'in' }), came(hour(3), { name: 'late' })]).map(([name, , until]) => [name, until])).toEqual([['in', 3]])
    const two = [given(1, hour(0), hour(2)), given(1, hour(0), hour(5), { allocation: 'other' })]
    expect(lostOf(two, [came(hour(1))])).toEqual([['w', 1, 2, 120]])
    expect(lostOf([...two, given(1, hour(0), hour(8), { allocation: 'third' })], [came(hour(1))])).toEqual([['w', 1, 5, 480]])
  })
})

describe('a wish', () => {
  const held = [given(2, hour(0), hour(24))]
  test('that would have waited anyway counts nothing', () => {
    const full = { ...stateOf(), accounts: [account('platform/o', 'organisation', 10, 10), account('platform/o/b', 'tenant', 4, 3), account('platform/o/b/red', 'namespace', 20, 3)] } as State
    expect(lostOf(held, [came(hour(1), { state: full })])).toEqual([])
    expect(lostOf(held, [came(hour(1), { state: stateOf({ more: { tenant: { id: 'b', organisation: 'o', frozen: true, isolationLevel: 1, regions: ['eu-1'] } } }) })])).toEqual([])
  })
  test('of an organisation that shares nothing with it counts nothing', () => {
    const elsewhere = { ...stateOf(), accounts: [account('platform/p', 'organisation', 10, 10), account('platform/p/b', 'tenant', 20, 0), account('platform/p/b/red', 'namespace', 20, 0)] } as State
    expect(lostOf(held, [came(hour(1), { state: elsewhere })])).toEqual([])
  })
  test('for which somebody else would have lost a place counts nothing', () => {
    const lent = { all: [{ allocation: 'lent', tenant: 'c', priority: 500, since: '2026-11-21T00:00:00.000Z', amounts: { [gpus]: '1' }, preemptions: 0 }], above: { c: { [gpus]: '1' } } }
    const names = (held: number) => lostOf([given(held, hour(0), hour(24))], [came(hour(1), { state: stateOf({ more: { lent } }) })]).map(([name]) => name)
    expect([names(1), names(2)]).toEqual([[], ['w']])
  })
  test('of the tenant itself is no harm to others', () => expect(lostOf(held, [came(hour(1), { tenant: 'a', state: stateOf({ tenant: 'a' }) })])).toEqual([]))
  test.each([['began', 3], ['gone', 3], ['until', 3]])('counts until it %s', (what, at) => {
    expect(lostOf(held, [came(hour(1), {}, what === 'until' ? {} : { [what]: hour(at) })], what === 'until' ? hour(at) : hour(24))).toEqual([['w', 1, 3, 240]])
  })
  test('that is asked again is the same wish', () => {
    expect(lostOf([given(8, hour(0), hour(24))], [came(hour(1)), came(hour(2)), came(hour(3))])).toEqual([['w', 1, 11, 1_200]])
  })
  test('that cannot be decided again is said, and counts nothing; outside of the time it is not even said', () => {
    const harm = harmOf(held, [came(hour(1), {}, { kept: null }), came(hour(30), { name: 'late' }, { kept: null }), came(hour(2), { name: 'next' })])
    expect([harm.gaps, minutesIn(harm)]).toEqual([1, 1_200n])
  })
  test('behind others has a turn only where all of them would have begun', () => {
    const behind = (waiting: Came['waiting']) => came(hour(2), { name: 'behind', want: 1, state: stateOf({ more: { ahead: [`platform/o ${gpus}`] } }) }, { waiting })
    const names = (waiting: Came['waiting'], by = held) => lostOf(by, [came(hour(1), { name: 'first', want: 1 }), behind(waiting)]).map(([name]) => name)
    expect([names(null), names(['of-first', 'another']), names(['of-first'])]).toEqual([['first'], ['first'], ['first', 'behind']])
    const flood = given(0, hour(0), hour(24), { allocation: 'flooding', waits: true })
    expect([names(['of-first', 'flooding']), names(['of-first', 'flooding'], [...held, flood])]).toEqual([['first'], ['first', 'behind']])
  })
  test('is kept out by what is promised to the tenant as by what it uses', () => {
    const state = { ...stateOf({ used: 8 }), accounts: [{ ...account('platform/o', 'organisation', 10, 8), standing: { [gpus]: ['10', '10', '8', '2', '0'] } }, account('platform/o/b', 'tenant', 20, 0), account('platform/o/b/red', 'namespace', 20, 0)] } as unknown as State
    expect(lostOf([given(0, hour(0), hour(24), { held: { [gpus]: 2n } })], [came(hour(1), { state })])).toEqual([['w', 1, 11, 1_200]])
  })
})

describe('on nodes', () => {
  const row: NodeRow = { id: 'n', version: 7, region: 'eu-1', cluster: 'c', pool: 'p', model: 'A100', gpuMemoryBytes: 80, taints: [], isolation: 1, owner: null, cordoned: false, cpuMilliFree: 9_000, memoryBytesFree: 9_000, gpuMilliFree: [0, 0, 1_000, 1_000] }
  const placement = { region: 'eu-1', cluster: 'c', each: { cpuMilli: 0, memoryBytes: 0, gpuMilli: 1_000 }, pods: [{ node: 'n', gpus: [0, 1] }] }
  const full = stateOf({ used: 4, more: { fleet: { ...noFleet, regions: ['eu-1'] } } })
  const held = (nodes: readonly NodeRow[], of = placement) => [given(2, hour(0), hour(24), { placement: of, nodes })]
  test.each([[1, 1], [2, 1], [3, 0]])('%i GPUs find places where two are given back', (want, times) => expect(lostOf(held([row]), [came(hour(1), { want, state: full })])).toHaveLength(times))
  test('what is free besides is not known, and not counted on', () => {
    expect(lostOf(held([row]), [came(hour(1), { want: 4, state: full })])).toEqual([])
    const known = stateOf({ used: 4, more: { fleet: { ...noFleet, regions: ['eu-1'], rows: [row] } } })
    expect(lostOf(held([row]), [came(hour(1), { want: 4, state: known })])).toHaveLength(1)
  })
  test('a node of which nothing is known is none', () => expect(lostOf(held([]), [came(hour(1), { want: 1, state: full })])).toEqual([]))
  test('a node of somebody’s own is theirs alone', () => expect(lostOf(held([{ ...row, owner: 'a' }]), [came(hour(1), { want: 1, state: full })])).toEqual([]))
  test('a place is taken once, and several pods find one each', () => {
    expect(lostOf(held([row]), [came(hour(1), { name: 'one', want: 1, state: full }), came(hour(2), { name: 'two', want: 1, state: full }), came(hour(3), { name: 'three', want: 1, state: full })]).map(([name]) => name)).toEqual(['one', 'two'])
    expect(lostOf(held([row]), [came(hour(1), { want: 1, pods: 2, state: full }), came(hour(2), { name: 'next', want: 1, state: full })]).map(([name]) => name)).toEqual(['w'])
    expect(lostOf(held([row]), [came(hour(1), { want: 1, pods: 3, state: full })])).toEqual([])
  })
})

describe('what was pushed aside', () => {
  // What one of c’s has its own share for, two of b’s have borrowed.
  const share = (allocation: string) => ({ allocation, tenant: 'b', path: ['platform/o', 'platform/o/b', 'platform/o/b/red'], used: { [gpus]: 2n }, held: {}, placement: null, nodes: [] })
  const lent = (...all: string[]) => ({ all: all.map((allocation) => ({ allocation, tenant: 'b', priority: 500, since: '2026-11-21T00:00:00.000Z', amounts: { [gpus]: '2' }, preemptions: 0 })), above: { b: { [gpus]: '4' } } })
  const pushed = (name: string, want: number, more: Partial<Came> = {}, byAllocation = 'of-c'): Came => ({
    ...came(hour(1), { name, tenant: 'c', want, state: stateOf({ tenant: 'c', more: { lent: lent('of-one', 'of-two') } }) }), tenant: 'b', name, allocation: `of-${name}`, pushed: { by: 'd-c', byAllocation, share: share(`of-${name}`), endsAt: hour(5) }, ...more,
  })
  test('would have kept its place where nobody’s had to be taken, and lost what remained until it ran again', () => {
    expect(lostOf([given(2, hour(0), hour(24))], [pushed('one', 2)])).toEqual([['one', 1, 5, 480]])
    expect(lostOf([given(2, hour(0), hour(24))], [pushed('one', 2, { began: hour(2) })])).toEqual([['one', 1, 2, 120]])
    expect(lostOf([given(1, hour(0), hour(24))], [pushed('one', 2)])).toEqual([])
  })
  test('by one wish counts each of them, as far as it would have kept its place', () => {
    expect(lostOf([given(4, hour(0), hour(24))], [pushed('two', 4), pushed('one', 4)]).map(([name]) => name)).toEqual(['two', 'one'])
    expect(lostOf([given(2, hour(0), hour(24))], [pushed('one', 4), pushed('two', 4)])).toHaveLength(1)
  })
  test('by what the case is about lost its place to that', () => {
    const by = [given(2, hour(1), hour(3), { allocation: 'of-a' })]
    expect(lostOf(by, [pushed('one', 2, {}, 'of-a')])).toEqual([['one', 1, 3, 240]])
    expect(lostOf(by, [pushed('one', 2)])).toEqual([])
  })
})
