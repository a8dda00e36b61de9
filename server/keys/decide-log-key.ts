/** Whether the log goes on with the key that an engine was given. */
export type LogKeyDecision = 'goes_on' | 'is_handed_over' | { readonly another: string }

/** `signer` is who signed last, null where nothing was signed; the rest are names of keys, too. A key that once let another go on signs no more. */
export function decideLogKey({ signer, handovers, now, earlier }: { signer: string | null; handovers: readonly { readonly before: string; readonly after: string }[]; now: string; earlier: string | null }): LogKeyDecision {
  if (signer === null) return 'goes_on'
  let last = signer
  for (const _ of handovers) last = handovers.find(({ before }) => before === last)?.after ?? last
  if (last === now) return 'goes_on'
  const wasHere = handovers.some(({ before, after }) => before === now || after === now)
  return last === earlier && !wasHere ? 'is_handed_over' : { another: last }
}
