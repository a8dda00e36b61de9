import { z } from 'zod'
import { Resource } from '~/server/api/inputs'
import { decimalText } from './decide-cost'

/** As people write it: no exponent, no sign, and no more digits than are reckoned with. */
const Decimal = z.string().regex(decimalText, 'is a decimal such as 2.50, with at most 9 digits before the point and 6 behind it')
const Factor = Decimal.refine((text) => /[1-9]/.test(text), 'is more than nought')
const Share = z.string().regex(/^(0(\.[0-9]{1,6})?|1(\.0{1,6})?)$/, 'is a decimal from 0 to 1 such as 0.25, with at most 6 digits behind the point')
/** Nothing said is by what was charged. */
const Billed = z.discriminatedUnion('by', [z.strictObject({ by: z.literal('charged') }), z.strictObject({ by: z.literal('used'), floor: Share })])
const Model = z.string().min(1).max(63)

/** What an hour of one costs: a core, a GiB, a device, and a device of each model that has a price of its own; how many times as much where a tenant is kept further apart; and of which hours that is. */
export const PricesPolicy = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/, 'is a currency, such as EUR'),
  perHour: z.record(Resource, Decimal).refine((prices) => Object.keys(prices).length <= 32, 'speaks of at most 32 resources'),
  models: z.record(Model, Decimal).refine((prices) => Object.keys(prices).length <= 64, 'speaks of at most 64 models'),
  isolation: z.strictObject({ 2: Factor, 3: Factor, 4: Factor }),
  billed: Billed.optional(),
})
/** What there is to say, for who begins; the currency is theirs to say. */
export const emptyPrices = { currency: '', perHour: { cpu: '0', memory: '0', 'nvidia.com/gpu': '0' }, models: {}, isolation: { 2: '1', 3: '1', 4: '1' } }
