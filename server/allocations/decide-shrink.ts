import { leastOf, sizeBounds } from '~/server/use/decide-size'

/** Looks of the last week, the most that one pod used at once in thousandths of a GPU, and whether that was kept of all of them; amounts are decimal text, because they are kept with the decision. */
export type Used = { readonly samples: number; readonly most: string | null; readonly whole: boolean }
/** What one that runs has and is to have of whole GPUs a pod; `has` is null where it has none, or of several kinds. */
export type Shrinking = { readonly has: bigint | null; readonly wants: number; readonly reserved: boolean; readonly byItself: boolean; readonly used: Used | null }
export type ShrinkRefusal = 'reserved' | 'no_whole_gpus' | 'not_smaller' | 'use_unknown' | 'below_need'
type Shrunk = { readonly ok: true; readonly repeats: boolean } | { readonly ok: false; readonly refusal: ShrinkRefusal }

/** How many GPUs a pod it needs, by all that is known of what it uses; null where nothing is. */
export const needOf = ({ used }: Pick<Shrinking, 'used'>): bigint | null => (used === null || used.most === null ? null : leastOf(BigInt(used.most)))
/** Enough was seen of it to say what it does without. */
export const isWellKnown = ({ used }: Pick<Shrinking, 'used'>): boolean => needOf({ used }) !== null && used?.whole === true && used.samples >= sizeBounds.samples

/**
 * Order is precedence. Nobody makes anything smaller than what was seen of it needs, whoever they are: its own people neither, because what they were proposed may be older than what it uses. Of what was seen
 * too little nothing is known, and then its own people alone decide. To make it as large as it is is to say it again.
 */
export function decideShrink(of: Shrinking): Shrunk {
  const { has, wants, reserved, byItself } = of
  if (byItself && reserved) return { ok: false, refusal: 'reserved' }
  if (has === null) return { ok: false, refusal: 'no_whole_gpus' }
  if (BigInt(wants) === has) return { ok: true, repeats: true }
  if (BigInt(wants) > has) return { ok: false, refusal: 'not_smaller' }
  if (byItself && !isWellKnown(of)) return { ok: false, refusal: 'use_unknown' }
  const need = needOf(of)
  return need !== null && BigInt(wants) < need ? { ok: false, refusal: 'below_need' } : { ok: true, repeats: false }
}
