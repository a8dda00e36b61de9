import { isWellKnown, needOf } from '~/server/allocations/decide-shrink'

export type Given = { readonly pods: number; readonly resources: readonly string[]; readonly amounts: readonly bigint[] }
/** A day of looks: the most that one pod used at once, in thousandths of a GPU; null where that was not kept of all of them. */
export type Day = { readonly samples: number; readonly podMost: bigint | null }
/** How many GPUs a pod would do, how many it has, and what comes back of which resource. */
export type Smaller = { readonly gpus: number; readonly gpusBefore: number; readonly resource: string; readonly back: string }

/** Null of what needs all that it has, of what too little was seen, and of what has no whole GPUs, or several kinds of them. */
export function decideSmaller({ pods, resources, amounts }: Given, days: readonly Day[]): Smaller | null {
  const whole = resources.flatMap((resource, at) => (resource.endsWith('/gpu') && (amounts[at] ?? 0n) > 0n ? [{ resource, amount: amounts[at] ?? 0n }] : []))
  const [only] = whole
  const most = days.reduce<bigint | null>((sofar, { podMost }) => (podMost !== null && (sofar === null || podMost > sofar) ? podMost : sofar), null)
  const of = { used: { samples: days.reduce((sum, { samples }) => sum + samples, 0), most: most?.toString() ?? null, whole: days.every(({ podMost }) => podMost !== null) } }
  const need = isWellKnown(of) ? needOf(of) : null
  if (!only || whole.length > 1 || need === null) return null
  const has = only.amount / BigInt(pods)
  return need < has ? { gpus: Number(need), gpusBefore: Number(has), resource: only.resource, back: String((has - need) * BigInt(pods)) } : null
}
