import { expect, test } from 'vitest'
import { prepareFits, prepareInputs } from './prepare-inputs'

test('amounts are said in the units people think in, and the rest as words', () => {
  expect(prepareInputs({ pods: 2, each: { cpu: '1', 'nvidia.com/gpu': '2' }, all: { cpu: '2000', 'nvidia.com/gpu': '4' } })).toEqual([
    { says: 'Pods', value: '2' }, { says: 'Each pod, as written', value: 'cpu: 1; nvidia.com/gpu: 2' }, { says: 'All pods together', value: 'CPU 2 cores, GPU 4' },
  ])
  expect(prepareInputs({ jurisdiction: null, allowed: ['eu-*'], prohibited: [], taken: false, personDevicesMost: 8 })).toEqual([
    { says: 'Jurisdiction', value: 'none' }, { says: 'Allowed', value: 'eu-*' }, { says: 'Prohibited', value: 'none' }, { says: 'Taken already', value: 'no' }, { says: 'Person devices most', value: '8' },
  ])
})
test('of the rules each is a line', () => {
  expect(prepareInputs([{ rule: 'nights', effect: 'deny', mode: 'shadow', outcome: 'applies', because: null, exception: 'tenant:aurora' }, 7])).toEqual([{ says: 'nights', value: 'deny, shadow: applies; tenant:aurora' }, { says: '2', value: '7' }])
})
test('where figures are not the reader’s to know there are none, only whether it fits', () => {
  const figures = { nominal: '4', hard: '4', used: '1', held: '0', unexplained: '0' }
  expect(prepareFits({ requested: {}, fits: [
    { account: 'organisation', level: 'organisation', resource: 'nvidia.com/gpu', fits: true, figures: null },
    { account: 'platform/northwind/aurora/training', level: 'namespace', resource: 'nvidia.com/gpu', fits: false, figures },
  ] })).toEqual([
    { level: 'organisation', account: 'organisation', resource: 'nvidia.com/gpu', fits: true, figures: null },
    { level: 'namespace', account: 'northwind/aurora/training', resource: 'nvidia.com/gpu', fits: false, figures: { nominal: '4', hard: '4', used: '1', held: '0' } },
  ])
})
test.each([null, 'x', 7, {}, [], { fits: [null, { figures: { nominal: 'much' } }] }])('whatever was kept (%j) is shown as far as it is understood', (saw) => {
  expect(() => [prepareInputs(saw), prepareFits(saw)]).not.toThrow()
  expect(prepareFits(saw).every(({ figures }) => figures === null)).toBe(true)
})
