import { expect, test } from 'vitest'
import { wishAgain } from './wish-again'

const row = { name: 'sweep', namespace: 'training', class: 'low', pods: 2 }
test('what was asked for is asked for again as it was written', () => {
  expect(wishAgain(row, { each: { 'nvidia.com/gpu': '4', cpu: '500m' }, models: ['A100', 'T4'], region: 'eu-1', hours: 12, labels: { 'cost-center': 'ml-7' }, waits: true }, 'First\nsecond')).toEqual(
    { name: 'sweep', namespace: 'training', class: 'low', pods: '2', gpu: '4', cpu: '500m', model: 'A100, T4', region: 'eu-1', hours: '12', center: 'ml-7', purpose: 'First\nsecond', waits: 'yes' })
})
test('what nobody said is left out', () => { expect(wishAgain(row, null, '')).toEqual({ name: 'sweep', namespace: 'training', class: 'low', pods: '2' }) })
test('what had no GPU asks for none', () => { expect(wishAgain(row, { each: { cpu: '1' }, models: [], region: null, hours: null, labels: {}, waits: false }, '')).toMatchObject({ gpu: '0', cpu: '1' }) })
