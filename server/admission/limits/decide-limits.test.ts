import { expect, test } from 'vitest'
import { type Amounts, decideLimits, type Limits, type LimitsReason } from './decide-limits'
import { limitsRefusals } from './limits.refusals'
import { defaultLimitsPolicy, LimitsPolicy } from './limits-policy'

const cpu = { min: '100m', max: '8', default: '1' }
const cases: [says: string, perPod: Limits['perPod'], asked: Amounts, expected: LimitsReason | 'passes', perPod?: Amounts][] = [
  ['between', { cpu }, { cpu: 500n }, 'passes', { cpu: 500n }],
  ['exactly the least', { cpu }, { cpu: 100n }, 'passes'],
  ['one less', { cpu }, { cpu: 99n }, 'below_minimum'],
  ['exactly the most', { cpu }, { cpu: 8000n }, 'passes'],
  ['one more', { cpu }, { cpu: 8001n }, 'above_maximum'],
  ['nothing said: the default', { cpu }, {}, 'passes', { cpu: 1000n }],
  ['nothing said, no default, no least', { cpu: { max: '8' } }, {}, 'passes', {}],
  ['nothing said, no default, a least', { cpu: { min: '100m', max: '8' } }, {}, 'not_said', {}],
  ['zero is said, and is not the default', { cpu }, { cpu: 0n }, 'below_minimum', { cpu: 0n }],
  ['a default is checked, too', { cpu: { ...cpu, default: '9' } }, {}, 'above_maximum', { cpu: 9000n }],
  ['less than nothing, with no least', { cpu: { max: '8' } }, { cpu: -1n }, 'below_minimum'],
  ['no most', { cpu: { min: '1' } }, { cpu: 10n ** 15n }, 'passes'],
  ['a most that cannot be read lets nothing through', { cpu: { max: 'lots' } }, { cpu: 1n }, 'above_maximum'],
  ['what no range speaks of', { cpu }, { cpu: 500n, 'example.com/fpga': 99n }, 'passes', { cpu: 500n, 'example.com/fpga': 99n }],
  ['too much comes before too little', { a: { min: '2' }, cpu }, { a: 1n, cpu: 9000n }, 'above_maximum'],
  ['too little comes before unsaid', { a: { min: '2' }, cpu }, { cpu: 1n }, 'below_minimum'],
  ['a resource called like a part of every object is a resource', { constructor: { default: '7' } }, {}, 'passes', { constructor: 7n }],
]
test.each(cases)('%s', (_says, limits, asked, expected, perPod) => {
  const found = decideLimits({ perPod: limits }, asked, null)
  expect(found.outcome === 'passes' ? 'passes' : found.reason).toBe(expected)
  if (perPod) expect(found.perPod).toEqual(perPod)
})
test('every reason has a case', () => { expect(Object.keys(limitsRefusals).filter((reason) => !cases.some(([, , , expected]) => expected === reason))).toEqual([]) })

test('a thousand cores are refused by what the product ships, and the largest node is named', () => {
  const found = decideLimits(LimitsPolicy.parse(defaultLimitsPolicy), { cpu: 1_000_000n, memory: 2n ** 30n }, { cpu: 128_000n, memory: 2n ** 40n })
  expect(found).toMatchObject({
    outcome: 'refuses', reason: 'above_maximum', says: 'A pod here may ask for at most 256 of cpu; this one asks for 1000.',
    warnings: [
      'Nothing was said of ephemeral-storage: a pod here then asks for 10Gi.', 'No node is that large: one pod asks for 1000 of cpu, and the largest node has 128.', 'No node has any ephemeral-storage.',
    ],
    saw: { perPod: { cpu: '1000000', memory: '1073741824', 'ephemeral-storage': '10737418240' }, injected: ['ephemeral-storage'] },
  })
})
test('all that is wrong is said at once', () => {
  const found = decideLimits({ perPod: { cpu, memory: { min: '1Mi' } } }, { cpu: 8001n }, null)
  expect(found).toMatchObject({ says: 'A pod here may ask for at most 8 of cpu; this one asks for 8001m. A pod here must say how much memory it asks for, and at least 1Mi.' })
})
test.each([
  [{ perPod: { cpu: { min: '1', max: '500m' } } }, 'has a default between its least and its most'], [{ perPod: { cpu: { default: '9', max: '8' } } }, 'has a default between its least and its most'],
  [{ perPod: { memory: { max: '0.1' } } }, 'is no quantity of memory: below_smallest_unit'], [{ perPod: { memory: { max: 'lots' } } }, 'is no quantity of memory: not_a_quantity'],
  [{ perPod: { cpu: { most: '8' } } }, 'most'], [{ perPod: { 'no resource': {} } }, 'is the name of a resource'], [{}, 'perPod'],
])('%j is no policy', (body, because) => { expect(JSON.stringify(LimitsPolicy.safeParse(body).error?.issues)).toContain(because) })
