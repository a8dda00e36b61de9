import type { Cost, Range } from '~/server/prices/decide-cost'

/** One of many, as far as it is added up. */
export type Part = { readonly tenant: string; readonly namespace: string; readonly devices: string; readonly hours: number; readonly cost: Pick<Cost, 'currency' | 'perDay' | 'unpriced'> | null }
/** `unpriced` are those of which some has no price. */
export type Total = { readonly place: string | null; readonly requests: number; readonly gpus: string; readonly gpuHours: string; readonly currency: string | null; readonly perDay: Range | null; readonly unpriced: number }

/** Prices are written to the hundredth, and added up as such. */
const hundredths = (amount: string): bigint => BigInt(amount.replace('.', ''))
const written = (amount: bigint): string => String(amount).padStart(3, '0').replace(/(\d\d)$/, '.$1')

function totalOf(place: string | null, parts: readonly Part[]): Total {
  const costs = parts.flatMap(({ cost }) => (cost === null ? [] : [cost]))
  const sum = (which: keyof Range) => written(costs.reduce((all, { perDay }) => all + hundredths(perDay[which]), 0n))
  return {
    place, requests: parts.length,
    gpus: String(parts.reduce((all, { devices }) => all + BigInt(devices), 0n)),
    gpuHours: String(parts.reduce((all, { devices, hours }) => all + BigInt(devices) * BigInt(hours), 0n)),
    currency: costs[0]?.currency ?? null, perDay: costs.length === 0 ? null : { from: sum('from'), to: sum('to') },
    unpriced: parts.filter(({ cost }) => cost === null || cost.unpriced.length > 0).length,
  }
}

/** What many come to, by where they go; and all of it, where they go to more than one place. */
export function prepareTogether(parts: readonly Part[]): Total[] {
  const places = [...new Set(parts.map(({ tenant, namespace }) => `${tenant} / ${namespace}`))].sort()
  const each = places.map((place) => totalOf(place, parts.filter(({ tenant, namespace }) => `${tenant} / ${namespace}` === place)))
  return each.length > 1 ? [...each, totalOf(null, parts)] : each
}
