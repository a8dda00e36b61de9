import { expect, test } from 'vitest'
import type { Prices } from './decide-cost'
import { type Charged, decideSpent } from './decide-spent'

const GiB = 2n ** 30n
const prices: Prices = { currency: 'EUR', perHour: { cpu: '0.03', memory: '0.004', 'nvidia.com/gpu': '1' }, models: { A100: '2.5', H100: '4.125' }, isolation: { 2: '1.4', 3: '2.5', 4: '7.5' } }
const gpu = 'nvidia.com/gpu-milli'
type Given = Pick<Charged, 'resource' | 'model'> & { amount: bigint }
const charged = ({ amount, ...of }: Given, { measured = 0n, used = 0n, spared = { over: 0n, under: 1n } }: Partial<Charged> = {}): Charged => ({ ...of, charged: amount, measured, used, spared })
const total = (given: Given[], isolation: 1 | 2 | 3 | 4 = 1, of: Prices | null = prices) => decideSpent(of, given.map((one) => charged(one)), isolation)?.total ?? null

test.each<[string, Parameters<typeof total>, string | null]>([
  ['eight GPUs for a day', [[{ resource: gpu, model: 'A100', amount: 8_000n * 144n }]], '480.00'],
  ['half a GPU for one slot', [[{ resource: gpu, model: 'A100', amount: 500n }]], '0.21'],
  ['of a model without a price of its own, the price of a GPU', [[{ resource: gpu, model: 'L40S', amount: 6_000n }]], '1.00'],
  ['of a model that nobody knows, the same', [[{ resource: gpu, model: null, amount: 6_000n }]], '1.00'],
  ['cores and memory beside it', [[{ resource: gpu, model: 'H100', amount: 6_000n }, { resource: 'cpu', model: null, amount: 6_000n * 10n }, { resource: 'memory', model: null, amount: GiB * 6n * 100n }]], '4.83'],
  ['kept further apart', [[{ resource: gpu, model: 'A100', amount: 6_000n }], 3], '6.25'],
  ['many small lines are rounded once', [Array.from({ length: 6 }, () => ({ resource: 'cpu', model: null, amount: 167n }))], '0.01'],
  ['nothing', [[{ resource: 'cpu', model: null, amount: 0n }]], '0.00'],
  ['where no prices are set', [[{ resource: 'cpu', model: null, amount: 1n }], 1, null], null],
])('%s', (_says, given, expected) => { expect(total(...given)).toBe(expected) })

test('its formula is so many hours at so much, and what has no price is named and counted nowhere', () => {
  const found = decideSpent({ ...prices, perHour: { cpu: '0.03' } }, [{ resource: gpu, model: 'A100', amount: 9_000n }, { resource: gpu, model: 'L40S', amount: 6_000n }, { resource: 'memory', model: null, amount: GiB }].map((one) => charged(one)), 2)
  expect(found).toMatchObject({ floor: null, lines: [{ resource: gpu, model: 'A100', charged: '1.5', billed: '1.5', price: '2.50', cost: '3.75' }], isolation: { level: 2, factor: '1.4' }, total: '5.25', unpriced: [gpu, 'memory'] })
})

const byUse = (floor: string): Prices => ({ ...prices, billed: { by: 'used', floor } })
const day = charged({ resource: gpu, model: 'A100', amount: 8_000n * 144n }, { measured: 4_000n * 144n, used: 1_000n * 144n, spared: { over: 4_000n * 144n - 3_000n * 144n, under: 2n } })
test('by what was used, a line says what was charged, measured, used and billed, and costs what is billed', () => {
  expect(decideSpent(byUse('0.5'), [day], 2)).toMatchObject({ floor: '0.5', lines: [{ charged: '192', measured: '96', used: '24', billed: '180', price: '2.50', cost: '450.00' }], total: '630.00' })
  for (const usual of [prices, { ...prices, billed: { by: 'charged' as const } }]) expect(decideSpent(usual, [day], 2)).toMatchObject({ floor: null, lines: [{ charged: '192', billed: '192', cost: '480.00' }], total: '672.00' })
})
test('what is billed is a fraction until it is written', () => {
  const third = charged({ resource: 'cpu', model: null, amount: 6_000n }, { spared: { over: 1_000n, under: 3n } })
  expect(decideSpent({ ...byUse('0.333333'), perHour: { cpu: '0.018' } }, [third, third, third], 1)).toMatchObject({ lines: [{ billed: '0.94', cost: '0.02' }, {}, {}], total: '0.05' })
})
test('what nobody measured is billed as it was charged', () => {
  const silent = charged({ resource: 'cpu', model: null, amount: 60_000n })
  expect(decideSpent(byUse('0'), [silent], 1)?.total).toBe(decideSpent(prices, [silent], 1)?.total)
})
