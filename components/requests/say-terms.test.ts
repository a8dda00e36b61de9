import { expect, test } from 'vitest'
import { sayEnd, sayEndFromNow, sayGrant, sayMoved, saySign, sayVictims } from './say-terms'

const terms = { tenant: 'aurora', namespace: 'training', pods: 2, amounts: { 'nvidia.com/gpu': '16', cpu: '4000' }, devices: '16', models: ['H100'], regions: ['eu-central-1'], hours: 168, waits: false, burst: false, victims: [] }

test('a grant says how much, to whom, for how long, from when and where', () => {
  expect(sayGrant(terms)).toBe('Grant training of aurora 16 GPUs, 4 cores (H100), in 2 pods, for 168 hours from the last yes, in eu-central-1.')
  expect(sayGrant({ ...terms, models: [], regions: [], hours: 24, waits: true, burst: true, pods: 1 })).toBe('Grant training of aurora 16 GPUs, 4 cores, in 1 pod, for 24 hours from when there is room. It is more than the place’s own share: lent, and the first to go.')
})
test('the button that signs says how much and for how long, which is signed, and not until when, which is not known before the last yes', () => {
  expect([saySign(terms), saySign({ ...terms, waits: true }), saySign({ ...terms, devices: '0', amounts: { cpu: '4000' } }), saySign({ ...terms, devices: '1', hours: 1 })])
    .toEqual(['Sign: grant 16 GPUs for 168 hours', 'Sign: grant 16 GPUs for 168 hours', 'Sign: grant 4 cores for 168 hours', 'Sign: grant 1 GPU for 1 hour'])
  expect([sayEnd('2026-01-03T09:05:00.000Z'), sayEndFromNow('2026-01-03T09:05:00.000Z')]).toEqual(['3 Jan 09:05 UTC', '3 Jan 09:05 UTC, if the last yes came now'])
})
test('of what stops, a tenant is told how much is its own, and of the rest only how many', () => {
  expect([sayVictims([], 'aurora'), sayVictims([{ tenant: 'aurora' }], 'aurora'), sayVictims([{ tenant: 'aurora' }, { tenant: 'b' }, { tenant: 'c' }], 'aurora'), sayVictims([{ tenant: 'b' }], null)])
    .toEqual([null, '1 running allocation stops: 1 of this tenant.', '3 running allocations stop: 1 of this tenant, 2 of others.', '1 running allocation stops: 1 of others.'])
})
test('what is otherwise is told with both values in words', () => {
  expect([sayMoved({ term: 'amounts', was: { cpu: '1000' }, is: { cpu: '2000' } }), sayMoved({ term: 'victims', was: [], is: [{ tenant: 'b', allocation: 'x' }] }), sayMoved({ term: 'hours', was: 1, is: 2 }), sayMoved({ term: 'burst', was: false, is: true }), sayMoved({ term: 'policies', was: 'abcdefghijkl', is: 'zyxwvutsrq' }), sayMoved({ term: 'novel', was: ['a', 'b'], is: [] })]).toEqual([
    { says: 'Amounts', was: '1 core', is: '2 cores' }, { says: 'What stops', was: '0 allocations', is: '1 allocation' }, { says: 'Hours', was: '1', is: '2' }, { says: 'Beyond the own share', was: 'no', is: 'yes' },
    { says: 'Policies', was: 'abcdefgh', is: 'zyxwvuts' }, { says: 'novel', was: 'a, b', is: 'none' },
  ])
})
