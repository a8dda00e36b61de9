export type CordonRefusal = 'node_unknown' | 'cordoned_already' | 'cordoned_otherwise'
export type Cordon = { readonly because: string } | null
/** `repeats` is what was done already, and a success. */
type CordonDecision = { ok: true; repeats: boolean } | { ok: false; refusal: CordonRefusal }

/** A cordon says why: another reason does not take the place of the first, which somebody else may have had. */
export function decideCordon(node: { readonly cordon: Cordon } | null, because: string): CordonDecision {
  if (!node) return { ok: false, refusal: 'node_unknown' }
  if (node.cordon === null) return { ok: true, repeats: false }
  return node.cordon.because === because ? { ok: true, repeats: true } : { ok: false, refusal: 'cordoned_already' }
}

/** Whoever lifts a cordon has read why it is there: one that somebody placed since, for another reason, stays. */
export function decideUncordon(node: { readonly cordon: Cordon } | null, because: string): CordonDecision {
  if (!node) return { ok: false, refusal: 'node_unknown' }
  if (node.cordon === null) return { ok: true, repeats: true }
  return node.cordon.because === because ? { ok: true, repeats: false } : { ok: false, refusal: 'cordoned_otherwise' }
}
