/** Whether the log goes on with the key that an engine was given. */
export type LogKeyDecision = 'goes_on' | 'is_handed_over' | 'was_lost' | { readonly another: string }

type Given = { readonly signer: string | null; readonly handovers: readonly { readonly before: string; readonly after: string }[]; readonly now: string; readonly earlier: string | null; readonly lost: string | null }
/** `signer` is who signed last, null where nothing was signed; the rest are names of keys, too. A key that once let another go on, or was lost, signs no more. */
export function decideLogKey({ signer, handovers, now, earlier, lost }: Given): LogKeyDecision {
  if (signer === null) return 'goes_on'
  let last = signer
  for (const _ of handovers) last = handovers.find(({ before }) => before === last)?.after ?? last
  if (last === now) return 'goes_on'
  const wasHere = handovers.some(({ before, after }) => before === now || after === now)
  if (wasHere) return { another: last }
  if (last === earlier) return 'is_handed_over'
  return last === lost ? 'was_lost' : { another: last }
}
