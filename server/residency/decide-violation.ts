export type ViolationState = 'open' | 'acknowledged' | 'excepted' | 'containing' | 'over'
type Standing = { readonly ended: boolean; readonly contained: boolean; readonly acknowledged: boolean }
/** As it is called everywhere. */
export const violationStateOf = ({ ended, contained, excepted, acknowledged }: Standing & { readonly excepted: boolean }): ViolationState => (ended ? 'over' : contained ? 'containing' : excepted ? 'excepted' : acknowledged ? 'acknowledged' : 'open')

export type ViolationRefusal = 'violation_unknown' | 'violation_over' | 'changed_meanwhile'
type ViolationDecision = { readonly ok: true; readonly repeats: boolean } | { readonly ok: false; readonly refusal: ViolationRefusal }
type Known = Standing & { readonly nodes: readonly string[]; /** Those that take nothing new because of it. */ readonly containedNodes: readonly string[]; readonly sameWord: boolean }

/** Whoever acknowledges it says again what they said, or something else: the last word stands. */
export function decideAcknowledge(violation: Known | null): ViolationDecision {
  if (!violation) return { ok: false, refusal: 'violation_unknown' }
  if (violation.ended) return { ok: false, refusal: 'violation_over' }
  return { ok: true, repeats: violation.sameWord }
}
/** What is signed names the nodes that take nothing new from then on: where they have become others, it is looked at again first. Where the work has come to others since, those are signed, too. */
export function decideContain(violation: Known | null, nodes: readonly string[]): ViolationDecision {
  if (!violation) return { ok: false, refusal: 'violation_unknown' }
  if (violation.ended) return { ok: false, refusal: 'violation_over' }
  if (nodes.every((node) => violation.containedNodes.includes(node))) return { ok: true, repeats: true }
  if (violation.nodes.join() !== [...nodes].sort().join()) return { ok: false, refusal: 'changed_meanwhile' }
  return { ok: true, repeats: false }
}
