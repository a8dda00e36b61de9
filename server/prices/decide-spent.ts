/** What was charged, at the prices of now: so many hours of each, at so much an hour, times the factor of isolation. Exact until it is written, and rounded once. */
import type { IsolationLevel } from '~/server/tenants/isolation'
import { type Fraction, plus, type Prices, pricesOf, read, times, unitOf, whole, write } from './decide-cost'

/** An amount in smallest units of the resource times slots, of which an hour has so many. Of a GPU the smallest unit is a thousandth. */
export type Charged = { readonly resource: string; readonly model: string | null; readonly amount: bigint }
export type SpentLine = { readonly resource: string; readonly model: string | null; readonly hours: string; readonly price: string; readonly cost: string }
export type Spent = {
  readonly currency: string
  readonly lines: readonly SpentLine[]
  readonly isolation: { readonly level: IsolationLevel; readonly factor: string }
  readonly total: string
  /** What has no price is counted nowhere, and named. */
  readonly unpriced: readonly string[]
}
export const slotsAnHour = 6n

/** Null where no prices are set. */
export function decideSpent(prices: Prices | null, charged: readonly Charged[], isolation: IsolationLevel): Spent | null {
  if (prices === null) return null
  const factor = isolation === 1 ? '1' : prices.isolation[isolation]
  const unpriced = new Set<string>()
  const lines: SpentLine[] = []
  let sum: Fraction = whole(0)
  for (const { resource, model, amount } of charged) {
    if (amount === 0n) continue
    // Of a GPU whose model nobody knows there is the price of a GPU as such, or none.
    const [price] = pricesOf(prices, resource, [model ?? '']) ?? []
    if (!price) {
      unpriced.add(resource)
      continue
    }
    const hours: Fraction = { over: amount, under: unitOf(resource) * slotsAnHour }
    const cost = times(hours, price)
    lines.push({ resource, model, hours: write(hours, 2, 0), price: write(price, 6, 2), cost: write(cost, 2) })
    sum = plus(sum, cost)
  }
  return { currency: prices.currency, lines, isolation: { level: isolation, factor }, total: write(times(sum, read(factor)), 2), unpriced: [...unpriced] }
}
