import { expect, test } from 'vitest'
import type { Prices } from './decide-cost'
import { type Charged, decideSpent } from './decide-spent'

const GiB = 2n ** 30n
const prices: Prices = { currency: 'EUR', perHour: { cpu: '0.03', memory: '0.004', 'nvidia.com/gpu': '1' }, models: { A100: '2.5', H100: '4.125' }, isolation: { 2: '1.4', 3: '2.5', 4: '7.5' } }
const gpu = 'nvidia.com/gpu-milli'
const total = (charged: Charged[], isolation: 1 | 2 | 3 | 4 = 1, of: Prices | null = prices) => decideSpent(of, charged, isolation)?.total ?? null

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
  const found = decideSpent({ ...prices, perHour: { cpu: '0.03' } }, [{ resource: gpu, model: 'A100', amount: 9_000n }, { resource: gpu, model: 'L40S', amount: 6_000n }, { resource: 'memory', model: null, amount: GiB }], 2)
  expect(found).toMatchObject({ lines: [{ resource: gpu, model: 'A100', hours: '1.5', price: '2.50', cost: '3.75' }], isolation: { level: 2, factor: '1.4' }, total: '5.25', unpriced: [gpu, 'memory'] })
})
