export type LetInRefusal = 'shut_out_unknown' | 'let_in_already' | 'over_already'
export type Block = { readonly until: Date; readonly letInAt: Date | null }
/** Once, and only as long as it stands. */
export function decideLetIn(block: Block | null, now: Date): { ok: true } | { ok: false; refusal: LetInRefusal } {
  if (!block) return { ok: false, refusal: 'shut_out_unknown' }
  if (block.letInAt !== null) return { ok: false, refusal: 'let_in_already' }
  return block.until <= now ? { ok: false, refusal: 'over_already' } : { ok: true }
}

/** How somebody stands who failed too often. */
export type ShutOutState = 'out' | 'let_in' | 'over'
export const stateOf = ({ until, letInAt }: Block, now: Date): ShutOutState => (letInAt !== null ? 'let_in' : until > now ? 'out' : 'over')
