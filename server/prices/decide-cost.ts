/**
 * What it costs, exactly: prices are decimals, amounts whole numbers of smallest units, and all of it is reckoned in fractions of whole numbers. It is rounded once, to the
 * hundredth, where it is written; what is written of a day is not what the total is made of.
 */
import type { IsolationLevel } from '~/server/tenants/isolation'

export const decimalText = /^(0|[1-9][0-9]{0,8})(\.[0-9]{1,6})?$/

/** What an hour of one costs: a core, a GiB, a device; of a device the price of its model, where that has one. */
export type Prices = {
  readonly currency: string
  readonly perHour: Readonly<Record<string, string>>
  readonly models: Readonly<Record<string, string>>
  /** How many times as much; the softest level has none. */
  readonly isolation: Readonly<Record<Exclude<IsolationLevel, 1>, string>>
  /** What was charged, which is as usual; or what was used of it, and never less than that part of it which is the floor. */
  readonly billed?: { readonly by: 'charged' } | { readonly by: 'used'; readonly floor: string } | undefined
}
/** Where the models that would do have different prices, from the least to the most. */
export type Range = { readonly from: string; readonly to: string }
/** One line of the formula: so many of it, what one costs an hour, and what that comes to. */
type CostLine = { readonly resource: string; readonly count: string; readonly price: Range; readonly perHour: Range }
export type Cost = {
  readonly currency: string
  readonly lines: readonly CostLine[]
  readonly isolation: { readonly level: IsolationLevel; readonly factor: string }
  readonly hours: number | null
  readonly perDay: Range
  /** Null of what has no end. */
  readonly total: Range | null
  /** What has no price is counted nowhere, and named. */
  readonly unpriced: readonly string[]
}
/** Amounts of all pods together, in smallest units; without models, any would do. */
export type Priced = { readonly amounts: Readonly<Record<string, string>>; readonly models: readonly string[]; readonly isolation: IsolationLevel; readonly hours: number | null }

export type Fraction = { readonly over: bigint; readonly under: bigint }
export const times = (one: Fraction, other: Fraction): Fraction => ({ over: one.over * other.over, under: one.under * other.under })
export const plus = (one: Fraction, other: Fraction): Fraction => ({ over: one.over * other.under + other.over * one.under, under: one.under * other.under })
export const minus = (one: Fraction, other: Fraction): Fraction => plus(one, { over: -other.over, under: other.under })
export const whole = (count: number | bigint): Fraction => ({ over: BigInt(count), under: 1n })
const isMore = (one: Fraction, other: Fraction) => one.over * other.under > other.over * one.under
export function read(decimal: string): Fraction {
  const [before = '0', behind = ''] = decimal.split('.')
  return { over: BigInt(before + behind), under: 10n ** BigInt(behind.length) }
}
/** Half a last digit is rounded up. `least` are digits that are written even where they are noughts. */
export function write({ over, under }: Fraction, digits: number, least = digits): string {
  const scale = 10n ** BigInt(digits)
  const rounded = String((over * scale * 2n + under) / (under * 2n)).padStart(digits + 1, '0')
  const [before, behind] = [rounded.slice(0, rounded.length - digits), rounded.slice(rounded.length - digits)]
  const kept = behind.slice(0, Math.max(least, behind.replace(/0+$/, '').length))
  return kept === '' ? before : `${before}.${kept}`
}

/** How many smallest units one of what is priced has: a core, a GiB; a part of a GPU is a part of its price. */
export const unitOf = (resource: string): bigint => (resource === 'cpu' || resource.endsWith('/gpu-milli') ? 1000n : /^(memory|storage|ephemeral-storage)$|^hugepages-/.test(resource) ? 2n ** 30n : 1n)
const isGpu = (resource: string) => resource.endsWith('/gpu') || resource.endsWith('/gpu-milli')

/** Of a GPU every model that would do has its price, or that of a GPU as such. */
export function pricesOf({ perHour, models }: Prices, resource: string, wanted: readonly string[]): Fraction[] | null {
  const usual = perHour[resource] ?? (resource.endsWith('-milli') ? perHour[resource.slice(0, -'-milli'.length)] : undefined)
  const own = !isGpu(resource) ? [] : wanted.length > 0 ? wanted.map((model) => models[model] ?? usual) : [...Object.values(models), usual].filter((price) => price !== undefined)
  const all = own.length > 0 ? own : [usual]
  const known = all.filter((price) => price !== undefined)
  return known.length < all.length ? null : known.map(read)
}

/** Whose prices something may have: of what stands somewhere those of the models there, else of those that were named, else of those of which it could be given one. All that is priced is none of these. */
export const modelsPriced = ({ placed = [], named, could }: { readonly placed?: readonly string[]; readonly named: readonly string[]; readonly could: readonly string[] }): readonly string[] =>
  [placed, named, could].find((models) => models.length > 0) ?? []

/** Null where no prices are set. */
export function decideCost(prices: Prices | null, { amounts, models, isolation, hours }: Priced): Cost | null {
  if (prices === null) return null
  const factor = isolation === 1 ? '1' : prices.isolation[isolation]
  const asked = Object.entries(amounts).filter(([, amount]) => amount !== '0').sort(([one], [other]) => Number(isGpu(other)) - Number(isGpu(one)) || (one < other ? -1 : 1))
  const unpriced: string[] = []
  const lines: CostLine[] = []
  let [from, to] = [whole(0), whole(0)]
  for (const [resource, amount] of asked) {
    const found = pricesOf(prices, resource, models)
    if (!found?.[0]) {
      unpriced.push(resource)
      continue
    }
    const count: Fraction = { over: BigInt(amount), under: unitOf(resource) }
    const least = found.reduce((least, price) => (isMore(least, price) ? price : least), found[0])
    const most = found.reduce((most, price) => (isMore(price, most) ? price : most), found[0])
    lines.push({ resource, count: write(count, 3, 0), price: { from: write(least, 6, 2), to: write(most, 6, 2) }, perHour: { from: write(times(count, least), 6, 2), to: write(times(count, most), 6, 2) } })
    from = plus(from, times(count, least))
    to = plus(to, times(count, most))
  }
  const lasting = (count: number): Range => {
    const all = times(whole(count), read(factor))
    return { from: write(times(from, all), 2), to: write(times(to, all), 2) }
  }
  return { currency: prices.currency, lines, isolation: { level: isolation, factor }, hours, perDay: lasting(24), total: hours === null ? null : lasting(hours), unpriced }
}
