import { expect, test } from 'vitest'
import { decideMoved, decideTerms } from './decide-terms'

const wish = { tenant: 'a', namespace: 'red', name: 'train', class: 'normal', pods: 2, each: { 'nvidia.com/gpu': '8' }, models: ['H100', 'A100'], region: null, labels: {}, purpose: 'For the test.', hours: 4, pod: null, claims: [], waits: false }
const effects = {
  posting: { used: {}, held: {} }, amounts: { 'nvidia.com/gpu': '16' }, devices: '16', priority: 500, preemptible: false, burst: false, reserved: false, victims: [{ tenant: 'b', allocation: '2' }, { tenant: 'b', allocation: '1' }], reclaims: false,
  regions: ['eu-2', 'eu-1'], waits: false, approver: null, rule: null, heldUntil: null, hours: 4, endsAt: '2026-03-01T00:00:00.000Z', placement: null,
}
const terms = decideTerms('id', wish, { isolationLevel: 2 }, effects, 'digest') as unknown as Parameters<typeof decideMoved>[0]

test('terms are the same however what they are made of is ordered, and hold nothing that merely moves', () => {
  const other = decideTerms('id', { ...wish, models: ['A100', 'H100'] }, { isolationLevel: 2 }, { ...effects, regions: ['eu-1', 'eu-2'], victims: [...effects.victims].reverse(), endsAt: null, priority: 1 }, 'digest')
  expect(other).toEqual(terms)
  expect(Object.keys(terms).sort()).toEqual(['allocation', 'amounts', 'burst', 'class', 'devices', 'fits', 'hours', 'isolation', 'models', 'name', 'namespace', 'pods', 'policies', 'region', 'regions', 'reserved', 'tenant', 'victims', 'waits'])
})
test.each([
  ['nothing', {}, []], ['an amount', { amounts: { 'nvidia.com/gpu': '17' } }, ['amounts']], ['a victim', { victims: [] }, ['victims']], ['the policies and the hours', { policies: 'other', hours: null }, ['hours', 'policies']],
  ['the version alone, which is of the terms and none of them', { version: 2 }, []], ['a term that was not there', { extra: true }, ['extra']],
] as const)('what moved is named: %s', (_says, change, names) => {
  expect(decideMoved({ ...terms, version: 1 }, { ...terms, version: 1, ...change }).map(({ term }) => term)).toEqual(names)
})
test('names in another order are the same terms', () => {
  const turned = JSON.parse(JSON.stringify(terms, [...Object.keys(terms), 'nvidia.com/gpu', 'tenant', 'allocation'].reverse())) as typeof terms
  expect(decideMoved(terms, turned)).toEqual([])
})
