/** Whether a tenant stays beyond its own share by one borrowing after another. Each of them ends in time; together they do not. */
export type Span = { readonly from: number; /** Null while it goes on. */ readonly to: number | null }

/** Since when something was borrowed without a break; null where nothing is now. Back at its own share for a moment, and it begins anew. */
export function borrowedSince(spans: readonly Span[]): number | null {
  const going = spans.filter(({ to }) => to === null)
  if (going.length === 0) return null
  let since = Math.min(...going.map(({ from }) => from))
  for (;;) {
    const earlier = spans.filter(({ from, to }) => from < since && to !== null && to >= since).map(({ from }) => from)
    if (earlier.length === 0) return since
    since = Math.min(...earlier)
  }
}
export const outstays = (spans: readonly Span[], windowMs: number, now: number): boolean => {
  const since = borrowedSince(spans)
  return since !== null && now - since > windowMs
}
