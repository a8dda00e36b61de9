import { expect, test } from 'vitest'
import { type Part, prepareTogether } from './prepare-together'

const cost = (from: string, to = from, unpriced: string[] = []) => ({ currency: 'EUR', perDay: { from, to }, unpriced })
const part = (of: Partial<Part>): Part => ({ tenant: 'aurora', namespace: 'training', devices: '4', hours: 24, cost: cost('48.00'), ...of })

test('in one place there is one line: devices, devices by hours, and what a day of all of it costs', () => {
  expect(prepareTogether([part({}), part({ devices: '1', hours: 2, cost: cost('0.07', '1.10') })])).toEqual([
    { place: 'aurora / training', requests: 2, gpus: '5', gpuHours: '98', currency: 'EUR', perDay: { from: '48.07', to: '49.10' }, unpriced: 0 },
  ])
})
test('in several each has its own, by name, and all of it comes last', () => {
  const totals = prepareTogether([part({}), part({ namespace: 'serving', devices: '2', hours: 5 }), part({ tenant: 'borealis', devices: '0', cost: cost('0.00', '0.00', ['cpu']) })])
  expect(totals.map(({ place, requests, gpus, gpuHours, unpriced }) => [place, requests, gpus, gpuHours, unpriced])).toEqual([
    ['aurora / serving', 1, '2', '10', 0], ['aurora / training', 1, '4', '96', 0], ['borealis / training', 1, '0', '0', 1], [null, 3, '6', '106', 1],
  ])
  expect(totals.at(-1)?.perDay).toEqual({ from: '96.00', to: '96.00' })
})
test('where no prices are set there is no sum, and nothing is nought that is not known', () => {
  expect(prepareTogether([part({ cost: null })])).toMatchObject([{ currency: null, perDay: null, unpriced: 1 }])
  expect(prepareTogether([part({ cost: null }), part({})])).toMatchObject([{ perDay: { from: '48.00' }, unpriced: 1 }])
  expect(prepareTogether([])).toEqual([])
})
