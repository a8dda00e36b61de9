/**
 * What is billed of what was charged, and what that costs at the prices of now: so many hours of each, at so much an hour, times the factor of isolation. Exact until it is
 * written, and rounded once.
 */
import type { IsolationLevel } from '~/server/tenants/isolation'
import { type Fraction, minus, plus, type Prices, pricesOf, read, times, unitOf, whole, write } from './decide-cost'

/** Amounts in smallest units of the resource times slots, of which an hour has so many. Of a GPU the smallest unit is a thousandth. */
export type Charged = {
  readonly resource: string; readonly model: string | null; readonly charged: bigint; readonly measured: bigint; readonly used: bigint
  /** Summed over the hours, what was measured beyond max(used, floor × measured). A sum of the hours cannot say it: an idle night would make up for a busy day. */
  readonly spared: Fraction
}
/** In hours: what was charged, what of that was measured, what of that was used, and what is billed. */
type SpentLine = {
  readonly resource: string; readonly model: string | null; readonly charged: string; readonly measured: string; readonly used: string; readonly billed: string; readonly price: string; readonly cost: string
}
export type Spent = {
  readonly currency: string
  /** Null where all that was charged is billed. */
  readonly floor: string | null
  readonly lines: readonly SpentLine[]
  readonly isolation: { readonly level: IsolationLevel; readonly factor: string }
  readonly total: string
  /** What has no price is counted nowhere, and named. */
  readonly unpriced: readonly string[]
}
export const slotsAnHour = 6n
export const floorOf = (prices: Prices | null): string | null => (prices?.billed?.by === 'used' ? prices.billed.floor : null)

/** Null where no prices are set. What is not known to be spared is billed, so what nobody measured costs all that was charged. */
export function decideSpent(prices: Prices | null, amounts: readonly Charged[], isolation: IsolationLevel): Spent | null {
  if (prices === null) return null
  const factor = isolation === 1 ? '1' : prices.isolation[isolation]
  const floor = floorOf(prices)
  const unpriced = new Set<string>()
  const lines: SpentLine[] = []
  let sum: Fraction = whole(0)
  for (const { resource, model, charged, measured, used, spared } of amounts) {
    if (charged === 0n) continue
    // Of a GPU whose model nobody knows there is the price of a GPU as such, or none.
    const [price] = pricesOf(prices, resource, [model ?? '']) ?? []
    if (!price) {
      unpriced.add(resource)
      continue
    }
    const hours = (amount: Fraction): Fraction => ({ over: amount.over, under: amount.under * unitOf(resource) * slotsAnHour })
    const says = (amount: Fraction) => write(hours(amount), 2, 0)
    const billed = floor === null ? whole(charged) : minus(whole(charged), spared)
    const cost = times(hours(billed), price)
    lines.push({ resource, model, charged: says(whole(charged)), measured: says(whole(measured)), used: says(whole(used)), billed: says(billed), price: write(price, 6, 2), cost: write(cost, 2) })
    sum = plus(sum, cost)
  }
  return { currency: prices.currency, floor, lines, isolation: { level: isolation, factor }, total: write(times(sum, read(factor)), 2), unpriced: [...unpriced] }
}
