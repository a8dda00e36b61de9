import type { Found } from '~/server/admission/found'
import type { Amount } from '~/server/shared/amount'
import { parseQuantity, printQuantity } from '~/server/shared/quantity'

export type LimitsReason = 'above_maximum' | 'below_minimum' | 'not_said'
/** What one pod may ask for, by resource: at least, at most, and what it gets when it does not say. Quantities as people write them. */
export type Limits = { readonly perPod: Readonly<Record<string, { readonly min?: string | undefined; readonly max?: string | undefined; readonly default?: string | undefined }>> }
type Range = { readonly resource: string; readonly min: Amount | null; readonly max: Amount | null; readonly usual: Amount | null }
export type Amounts = Readonly<Record<string, Amount>>
/** `perPod` is what was asked with the defaults put in: what all later checks look at. */
export type LimitsFound = Found<LimitsReason> & { readonly perPod: Amounts }

type Fault = { readonly reason: LimitsReason; readonly says: string }
/** A typing error is nearly always upwards, so what is too much is told first. */
const precedence: readonly LimitsReason[] = ['above_maximum', 'below_minimum', 'not_said']

/** What no range speaks of is not limited here: quota is for that. `largestNode` is what the largest node has in all, or null when that is not known. */
export function decideLimits({ perPod: limits }: Limits, asked: Amounts, largestNode: Amounts | null): LimitsFound {
  const perPod = new Map(Object.entries(asked))
  const ranges = Object.entries(limits).map(([resource, { min, max, default: usual }]): Range => ({ resource, min: read(min, resource), max: read(max, resource), usual: read(usual, resource) }))
  const injected = ranges.flatMap((range) => (range.usual !== null && !perPod.has(range.resource) ? [{ resource: range.resource, amount: range.usual }] : []))
  for (const { resource, amount } of injected) perPod.set(resource, amount)
  const faults = ranges.flatMap((range) => faultOf(range, perPod.get(range.resource)) ?? [])
  const largest = largestNode && new Map(Object.entries(largestNode))
  const warnings = [
    ...injected.map(({ resource, amount }) => `Nothing was said of ${resource}: a pod here then asks for ${printQuantity(amount, resource)}.`),
    ...[...perPod].flatMap(([resource, amount]) => warningOf(resource, amount, largest)),
  ]
  const saw = { perPod: Object.fromEntries([...perPod].map(([resource, amount]) => [resource, String(amount)])), injected: injected.map(({ resource }) => resource) }
  const dominant = faults.toSorted((a, b) => precedence.indexOf(a.reason) - precedence.indexOf(b.reason))
  const found: Found<LimitsReason> = dominant[0]
    ? { outcome: 'refuses', reason: dominant[0].reason, says: dominant.map(({ says }) => says).join(' '), saw, warnings }
    : { outcome: 'passes', saw, warnings }
  return { ...found, perPod: Object.fromEntries(perPod) }
}

/** The policy was looked at before it was kept; a most that is no quantity after all lets nothing through. */
function read(text: string | undefined, resource: string): Amount | null {
  if (text === undefined) return null
  const quantity = parseQuantity(text, resource)
  return quantity.ok ? quantity.amount : 0n
}

function faultOf({ resource, min, max }: Range, amount: Amount | undefined): Fault | null {
  const print = (figure: Amount) => `${printQuantity(figure, resource)} of ${resource}`
  if (amount === undefined) return min === null ? null : { reason: 'not_said', says: `A pod here must say how much ${resource} it asks for, and at least ${printQuantity(min, resource)}.` }
  if (max !== null && amount > max) return { reason: 'above_maximum', says: `A pod here may ask for at most ${print(max)}; this one asks for ${printQuantity(amount, resource)}.` }
  // Less than nothing is below every minimum, stated or not.
  if (amount < (min ?? 0n)) return { reason: 'below_minimum', says: `A pod here must ask for at least ${print(min ?? 0n)}; this one asks for ${printQuantity(amount, resource)}.` }
  return null
}

function warningOf(resource: string, amount: Amount, largest: ReadonlyMap<string, Amount> | null): string[] {
  if (!largest || amount === 0n) return []
  const most = largest.get(resource) ?? 0n
  if (amount <= most) return []
  return [most === 0n ? `No node has any ${resource}.` : `No node is that large: one pod asks for ${printQuantity(amount, resource)} of ${resource}, and the largest node has ${printQuantity(most, resource)}.`]
}
