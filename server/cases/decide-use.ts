/** Whether GPUs stand unused. What was not measured is never unused: a gap in what is known begins the time anew. */
export type Standing = { readonly lowSince: number; readonly idleSince: number | null; readonly seenAt: number }
/** What the clusters say of all of an allocation's GPUs together, in thousandths, and of when the oldest of what they say is; null where a part of it was not heard. */
export type Reading = { readonly use: number | null; readonly at: number }

/** Below a tenth it uses little; two in a hundred is what something does that only looks busy. */
export const [lowBelow, idleMost] = [100, 20]
/** Longer than this between two looks, and nobody knows what was in between. */
export const gapMs = 60_000
export const [squattingMs, inflationMs] = [30 * 60_000, 60 * 60_000]

/** What is known after one more look; null where it uses enough, or nobody knows. */
export function lookOn(before: Standing | null, { use, at }: Reading, now: number): Standing | null {
  if (use === null || use >= lowBelow || Math.abs(now - at) > gapMs) return null
  const known = before !== null && now - before.seenAt <= gapMs ? before : null
  return { lowSince: known?.lowSince ?? now, idleSince: use <= idleMost ? (known?.idleSince ?? now) : null, seenAt: now }
}

/** Reserved capacity was paid for, whatever is done with it. Half an hour of nothing is squatting; more than an hour of little is more than was needed. */
export function judgeUse({ lowSince, idleSince, seenAt }: Standing, isReserved: boolean): 'allocations.squatting' | 'allocations.inflation' | null {
  if (isReserved) return null
  if (idleSince !== null && seenAt - idleSince >= squattingMs) return 'allocations.squatting'
  return seenAt - lowSince > inflationMs ? 'allocations.inflation' : null
}
