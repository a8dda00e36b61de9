/** What of an allocation's GPUs it could do without, by what it was seen to use. */
export type Seen = { readonly gpus: bigint; readonly pods: number; readonly samples: number; /** In thousandths of its GPUs. */ readonly mean: number; /** The most that one of its pods used at once, in thousandths of a GPU; null where that was not kept of all of them. */ readonly podMost: bigint | null }
export type Size =
  | { readonly says: 'idle' }
  /** So many GPUs would have been enough, of all its pods together, at every moment at which it was looked at. */
  | { readonly says: 'enough'; readonly gpus: bigint }
  | { readonly says: 'fits' }

/** Six hours of samples: less is no habit. Idle is below a twentieth on average. */
export const sizeBounds = { samples: 36, mean: 50, most: 500 } as const

/** How many whole GPUs a pod needs that used so much of them at its most. It keeps one. */
export const leastOf = (podMost: bigint): bigint => (podMost <= 1000n ? 1n : (podMost + 999n) / 1000n)

/**
 * Idle comes first: what is not used at all need not be made smaller. A size is never below what any pod used at any sample, and whole GPUs a pod, because pods are alike and none of
 * them is given a part of one.
 */
export function decideSize({ gpus, pods, samples, mean, podMost }: Seen): Size {
  if (samples < sizeBounds.samples) return { says: 'fits' }
  if (mean < sizeBounds.mean) return { says: 'idle' }
  const many = BigInt(pods)
  if (podMost === null || podMost * many >= gpus * BigInt(sizeBounds.most)) return { says: 'fits' }
  const enough = leastOf(podMost) * many
  return enough < gpus ? { says: 'enough', gpus: enough } : { says: 'fits' }
}
