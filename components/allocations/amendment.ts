import type { InputOf } from '~/components/shell/answer'
import type { CreateAllocationInput } from '~/server/allocations/create-allocation'
import type { AskedFor } from '~/server/allocations/asked'

/** What is changed: where it is and what it is called stay, and so does what the form has no field for. */
export type Amends = { allocation: string; terms: string; name: string; namespace: string; kept: Pick<AskedFor, 'each' | 'labels'> }
const fields = { each: ['nvidia.com/gpu', 'cpu', 'memory'], labels: ['cost-center'] }
const others = (kept: Readonly<Record<string, string>>, own: readonly string[]) => Object.fromEntries(Object.entries(kept).filter(([name]) => !own.includes(name)))

export function amendmentOf({ namespace, name, pod, claims, each, labels, ...wish }: CreateAllocationInput, { allocation, kept }: Amends): InputOf<'allocations.previewAmendment'> {
  return { ...wish, allocation, each: { ...others(kept.each, fields.each), ...each }, labels: { ...others(kept.labels, fields.labels), ...labels } }
}
