import { expect, test } from 'vitest'
import { decideCost, type Priced, type Prices } from './decide-cost'
import { PricesPolicy } from './prices-policy'

const GiB = 2n ** 30n
const prices: Prices = { currency: 'EUR', perHour: { cpu: '0.03', memory: '0.004', 'nvidia.com/gpu': '1' }, models: { T4: '0.35', A100: '2.5', H100: '4.125' }, isolation: { 2: '1.4', 3: '2.5', 4: '7.5' } }
const asked: Priced = { amounts: { 'nvidia.com/gpu': '8' }, models: ['A100'], isolation: 1, hours: 24 }
const cost = (more: Partial<Priced> = {}, of: Prices | null = prices) => {
  const found = decideCost(of, { ...asked, ...more })
  return found && [found.perDay, found.total].map((range) => range && (range.from === range.to ? range.from : `${range.from} to ${range.to}`)).join(', ')
}

test.each<[string, Parameters<typeof cost>, ReturnType<typeof cost>]>([
  ['of one model', [], '480.00, 480.00'],
  ['for an hour', [{ hours: 1 }], '480.00, 20.00'],
  ['without an end', [{ hours: null }], '480.00, '],
  ['of two models', [{ models: ['H100', 'A100'] }], '480.00 to 792.00, 480.00 to 792.00'],
  ['of any model: the least and the most there is', [{ models: [] }], '67.20 to 792.00, 67.20 to 792.00'],
  ['of a model without a price of its own', [{ models: ['L40S'] }], '192.00, 192.00'],
  ['of parts of a GPU', [{ amounts: { 'nvidia.com/gpu-milli': '250' }, hours: 2 }], '15.00, 1.25'],
  ['kept apart by pools', [{ isolation: 2 }], '672.00, 672.00'],
  ['kept apart by hardware', [{ isolation: 4 }], '3600.00, 3600.00'],
  ['of cores and memory', [{ amounts: { cpu: '500', memory: String(GiB / 2n) }, hours: 10 }], '0.41, 0.17'],
  ['of nothing', [{ amounts: { cpu: '0' } }], '0.00, 0.00'],
  ['half a cent is a cent, and less is none', [{ amounts: { cpu: '1' }, hours: 24 }, { ...prices, perHour: { cpu: '0.208333' } }], '0.00, 0.00'],
  ['half a cent is a cent', [{ amounts: { cpu: '1000' }, hours: 1 }, { ...prices, perHour: { cpu: '0.005' } }], '0.12, 0.01'],
  ['more than any number holds', [{ amounts: { cpu: '9223372036854775807' }, hours: 8_760 }, { ...prices, perHour: { cpu: '999999999.999999' } }], '221360928884514398007071115.49, 80796739042847755272580957152.16'],
  ['where no prices are set', [{}, null], null],
])('%s', (_says, given, expected) => { expect(cost(...given)).toEqual(expected) })

test('what has no price is named, and counted nowhere', () => {
  const found = decideCost({ ...prices, perHour: { cpu: '0.03' } }, { ...asked, amounts: { 'nvidia.com/gpu': '8', storage: '1', cpu: '1000' }, models: ['A100', 'L40S'] })
  expect(found?.unpriced).toEqual(['nvidia.com/gpu', 'storage'])
  expect(found?.lines.map(({ resource }) => resource)).toEqual(['cpu'])
})
test('the formula says what it is made of: so many, at so much, the devices first', () => {
  expect(decideCost(prices, { ...asked, amounts: { memory: String(32n * GiB), 'nvidia.com/gpu': '2', cpu: '500' }, models: ['T4', 'A100'], isolation: 2 })).toMatchObject({
    lines: [
      { resource: 'nvidia.com/gpu', count: '2', price: { from: '0.35', to: '2.50' }, perHour: { from: '0.70', to: '5.00' } },
      { resource: 'cpu', count: '0.5', price: { from: '0.03', to: '0.03' }, perHour: { from: '0.015', to: '0.015' } },
      { resource: 'memory', count: '32', price: { from: '0.004', to: '0.004' }, perHour: { from: '0.128', to: '0.128' } },
    ],
    isolation: { level: 2, factor: '1.4' }, hours: 24,
  })
})
test('prices are decimals as people write them, in a currency, with a factor for each level that is kept apart', () => {
  const reads = (body: unknown) => PricesPolicy.safeParse(body).success
  expect(reads(prices)).toBe(true)
  for (const bad of ['1,5', '-1', '1e3', '01', '.5', '1.', '1.0000001', '1234567890', 1]) expect(reads({ ...prices, perHour: { cpu: bad } }), String(bad)).toBe(false)
  for (const bad of [{ ...prices, currency: 'eur' }, { ...prices, isolation: { 2: '1', 3: '1' } }, { ...prices, isolation: { 2: '0.0', 3: '1', 4: '1' } }, { ...prices, more: 1 }, null]) expect(reads(bad)).toBe(false)
  for (const billed of [{ by: 'charged' }, ...['0', '0.25', '1', '1.000000'].map((floor) => ({ by: 'used', floor }))]) expect(reads({ ...prices, billed }), JSON.stringify(billed)).toBe(true)
  for (const billed of [{ by: 'used' }, { by: 'charged', floor: '0.5' }, ...['1.1', '2', '-0', '.5', '0.1234567', 0.5].map((floor) => ({ by: 'used', floor }))]) expect(reads({ ...prices, billed }), JSON.stringify(billed)).toBe(false)
})
