/** What of an allocation's GPUs it could do without, by what it was seen to use. */
export type Seen = { readonly gpus: bigint; readonly pods: number; readonly samples: number; /** In thousandths of its GPUs: on average, and at most where that was kept. */ readonly mean: number; readonly most: number | null }
export type Size =
  | { readonly says: 'idle' }
  /** So many GPUs would have been enough, of all its pods together, at every moment at which it was looked at. */
  | { readonly says: 'enough'; readonly gpus: bigint }
  | { readonly says: 'fits' }

/** Six hours of samples: less is no habit. Idle is below a twentieth on average. */
export const sizeBounds = { samples: 36, mean: 50, most: 500 } as const

/**
 * Idle comes first: what is not used at all need not be made smaller. A size is never below what was used at any sample, and whole GPUs a pod, because pods are alike and none of
 * them is given a part of one.
 */
export function decideSize({ gpus, pods, samples, mean, most }: Seen): Size {
  if (samples < sizeBounds.samples) return { says: 'fits' }
  if (mean < sizeBounds.mean) return { says: 'idle' }
  if (most === null || most >= sizeBounds.most) return { says: 'fits' }
  const many = BigInt(pods)
  const needed = (gpus * BigInt(most) + 999n) / 1000n
  const each = needed === 0n ? 1n : (needed + many - 1n) / many
  return each * many < gpus ? { says: 'enough', gpus: each * many } : { says: 'fits' }
}
