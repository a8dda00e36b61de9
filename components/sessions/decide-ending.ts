const warnBeforeMs = 120_000

/** Until when a session lives: at the latest, and if nobody does anything until then. */
export type SessionEnds = { readonly endsAt: string; readonly idleEndsAt: string }
export type Ending =
  | { readonly is: 'far'; readonly lookAgainInMs: number }
  /** `because` of rest one can stay; the end of the day comes. */
  | { readonly is: 'near'; readonly because: 'idle' | 'whole'; readonly leftMs: number }
  | { readonly is: 'over' }

export function decideEnding({ endsAt, idleEndsAt }: SessionEnds, now: number): Ending {
  const [whole, idle] = [Date.parse(endsAt), Date.parse(idleEndsAt)]
  const leftMs = Math.min(whole, idle) - now
  if (leftMs <= 0) return { is: 'over' }
  if (leftMs > warnBeforeMs) return { is: 'far', lookAgainInMs: leftMs - warnBeforeMs }
  return { is: 'near', because: idle < whole ? 'idle' : 'whole', leftMs }
}
