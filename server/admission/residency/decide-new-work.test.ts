/** Guarantee: nothing new begins in a region that is taken for lost, whoever may be there; and where none is, nothing is decided otherwise for it. */
import { expect, test } from 'vitest'
import { createAllocation } from '~/server/allocations/create-allocation'
import { decideGiveBack } from '~/server/allocations/give-back'
import { decide } from '../decide'
import { wantOf } from '../decide-given'
import { decideNearest } from '../decide-nearest'
import type { State, Wish } from '../facts'
import { keptOf } from '../kept'
import { noFleet } from '../placement/decide-placement'
import { policyFrom } from '../policy'
import { decideNewWork, knownAt, lostIn } from './decide-new-work'
import { decideResidency, type KnownRegion, type Residency } from './decide-residency'

const regions: KnownRegion[] = [{ region: 'eu-1', jurisdiction: 'eu' }, { region: 'eu-2', jurisdiction: 'eu' }, { region: 'us-1', jurisdiction: 'us' }]
const [now, until] = ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z']
const lost = (...names: string[]) => knownAt(regions, names.map((region) => ({ region, until })), now)
const eu: Residency = { jurisdiction: null, allowed: ['eu-*'], prohibited: [] }

test.each([
  ['nothing lost, any', [], null, ['eu-1', 'eu-2'], null], ['one lost, any', ['eu-1'], null, ['eu-2'], null], ['one lost, the other', ['eu-1'], 'eu-2', ['eu-2'], null], ['lost elsewhere', ['us-1'], 'eu-1', ['eu-1'], null],
  ['one lost, that one', ['eu-1'], 'eu-1', ['eu-1'], 'region_lost'], ['all lost, any', ['eu-1', 'eu-2'], null, ['eu-1', 'eu-2'], 'region_lost'], ['lost and never allowed', ['us-1'], 'us-1', [], 'region_not_allowed'], ['lost and unknown', ['mars'], 'mars', [], 'region_unknown'],
] as const)('%s', (_, names, asked, expected, reason) => {
  const found = decideNewWork(eu, lost(...names), asked, now)
  expect([found.regions, found.outcome === 'passes' ? null : found.reason]).toEqual([expected, reason])
})
test('a prohibition and the law are told before a disaster, and lifted by no time', () => {
  for (const residency of [{ ...eu, prohibited: ['eu-1'] }, { ...eu, jurisdiction: 'us' as const }]) expect(decideNewWork(residency, lost('eu-1'), 'eu-1', now)).toEqual(decideResidency(residency, regions, 'eu-1'))
})
test('it is over in the moment of its end, and an end that cannot be read has not come', () => {
  const at = (moment: string, ends = until) => decideNewWork(eu, [{ region: 'eu-1', jurisdiction: 'eu', lostUntil: ends }], 'eu-1', moment).outcome
  expect([at('2026-03-01T23:59:59.999Z'), at(until), at('2026-03-02T00:00:00.001Z'), at(until, 'some day'), at('now')]).toEqual(['refuses', 'passes', 'passes', 'refuses', 'refuses'])
})
test('which region, until when, and where else, is said; of those in which it may not be, nothing', () => {
  expect(decideNewWork(eu, lost('eu-1', 'us-1'), 'eu-1', now)).toMatchObject({ says: `There is a disaster in the region eu-1, until ${until}: nothing new begins there. The regions allowed to this tenant in which there is none are eu-2.`, saw: { lost: [{ region: 'eu-1', until }] } })
  expect(lostIn(decideNewWork(eu, lost('eu-1', 'us-1'), null, now).saw)).toEqual([{ region: 'eu-1', until }])
})
test('the latest end counts, and what is over or was never declared leaves no trace among the facts', () => {
  expect(knownAt(regions, [{ region: 'eu-1', until }, { region: 'eu-1', until: '2026-03-01T12:00:00.000Z' }], now)[0]).toEqual({ ...regions[0], lostUntil: until })
  expect([knownAt(regions, [], now), knownAt(regions, [{ region: 'eu-1', until }], until)]).toEqual([regions, regions])
})

const policy = policyFrom([{ tenant: 't', kind: 'residency', body: { ...eu, allowed: [...eu.allowed] } as never }])
const wish: Wish = { tenant: 't', namespace: 'red', name: 'work', class: 'normal', pods: 1, each: { cpu: '1' }, models: [], region: 'eu-1', labels: { 'cost-center': 'ml-7' }, purpose: 'To see.', hours: 1, pod: null, claims: [], waits: false }
const state = (known: readonly KnownRegion[]): State => ({
  asker: { person: 'p', roles: ['tenant_admin'], machine: false }, tenant: { id: 't', organisation: 'o', frozen: false, isolationLevel: 1, regions: [] }, accounts: [{ id: 'platform/o/t/red', level: 'namespace', version: '1', standing: { cpu: ['100000', '100000', '0', '0', '0'] } }] as never,
  regions: known, nameTaken: false, pending: 0, recent: { person: '0', namespace: '0' }, fleet: noFleet, approved: false, ahead: [], lent: null,
})
const of = (known: readonly KnownRegion[], more: Partial<Wish> = {}) => decide(state(known), { ...wish, ...more }, policy, now)

test('a wish for a lost region is refused, one that may wait waits and takes nothing, and an approved one begins no more than any other', () => {
  expect(of(regions)).toMatchObject({ verdict: 'admit', reason: null })
  expect(of(lost('eu-1'))).toMatchObject({ verdict: 'refuse', reason: 'region_lost', effects: { posting: { used: {}, held: {} }, regions: [] } })
  expect(of(lost('eu-1'), { waits: true })).toMatchObject({ verdict: 'hold', reason: 'waits_for_room', effects: { waits: true, approver: null, posting: { used: {}, held: {} }, placement: null, regions: ['eu-1'] } })
  expect(of(lost('eu-1'), { region: null })).toMatchObject({ verdict: 'admit', effects: { regions: ['eu-2'] } })
  expect(decide({ ...state(lost('eu-1')), approved: true }, wish, policy, now)).toMatchObject({ verdict: 'refuse', reason: 'region_lost' })
})
test('whose yes it needs is told before the disaster that it waits for', () => {
  const asker = { person: 'p', roles: ['developer'], machine: false }
  const withGpus = { ...state(lost('eu-1')), asker, accounts: [{ id: 'platform/o/t/red', level: 'namespace', version: '1', standing: { 'nvidia.com/gpu': ['8', '8', '0', '0', '0'] } }] as never }
  expect(decide(withGpus, { ...wish, each: { 'nvidia.com/gpu': '1' }, waits: true }, policy, now)).toMatchObject({ verdict: 'hold', reason: 'developer_gpus', effects: { waits: true, approver: 'tenant', posting: { used: {}, held: {} } } })
})
test('no node of a lost region is looked for, though the tenant may be there', () => {
  const sought = (known: readonly KnownRegion[], region: string | null) => wantOf({ tenant: state(known).tenant, regions: known, known: ['cpu'], policy }, { ...wish, region }, now)
  expect([sought(lost('eu-1'), null), sought(lost('eu-1'), 'eu-1'), sought(regions, null)].map(({ mayBe, want }) => [mayBe, want.allowed.regions])).toEqual([[['eu-1', 'eu-2'], ['eu-2']], [['eu-1', 'eu-2'], []], [['eu-1', 'eu-2'], ['eu-1', 'eu-2']]])
})
test('what is nearest is another region, or later', () => {
  expect(decideNearest(state(lost('eu-1')), wish, policy, now)).toEqual([{ change: 'other_region', region: null, verdict: 'admit' }, { change: 'later', verdict: 'hold' }])
})
test('what was decided while nothing was lost is decided again to the byte, and reads no word of it', () => {
  const facts = { state: state(regions), wish, now }
  expect(keptOf(createAllocation.decide(facts, policy))).toBe(keptOf(decide(state(knownAt(regions, [{ region: 'eu-1', until: now }], now)), wish, policy, now)))
  expect(JSON.stringify([of(regions), of(lost('us-1'))])).not.toContain('lost')
})
test('what was taken back does not come back where there is a disaster', () => {
  const living = { state: 'reclaimed', amounts: { cpu: '1' }, reserved: false, preemptible: true, burst: false, heldUntil: null, endsAt: until, waits: false, mayWait: false, preemptions: 0 } as const
  const facts = { allocation: 'a', living, happening: 'giveBack', until: { endsAt: null, endMax: null }, theirs: true, frozen: false, accounts: [], now, namespace: 'open', nameTaken: true, ahead: [], placeIsFree: true } as const
  expect([decideGiveBack({ ...facts, lost: true }), decideGiveBack(facts), decideGiveBack({ ...facts, lost: true, frozen: true })]).toMatchObject([{ refusal: 'region_lost' }, { refusal: 'name_taken' }, { refusal: 'tenant_frozen' }])
})
