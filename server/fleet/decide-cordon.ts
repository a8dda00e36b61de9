export type CordonRefusal = 'node_unknown' | 'cordoned_already'
export type Cordon = { readonly because: string } | null
/** `repeats` is what was done already, and a success. */
type CordonDecision = { ok: true; repeats: boolean } | { ok: false; refusal: CordonRefusal }

/** A cordon says why: another reason does not take the place of the first, which somebody else may have had. */
export function decideCordon(node: { readonly cordon: Cordon } | null, because: string): CordonDecision {
  if (!node) return { ok: false, refusal: 'node_unknown' }
  if (node.cordon === null) return { ok: true, repeats: false }
  return node.cordon.because === because ? { ok: true, repeats: true } : { ok: false, refusal: 'cordoned_already' }
}

export function decideUncordon(node: { readonly cordon: Cordon } | null): CordonDecision {
  return node ? { ok: true, repeats: node.cordon === null } : { ok: false, refusal: 'node_unknown' }
}
