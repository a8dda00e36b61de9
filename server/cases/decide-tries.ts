/** How often within a window somebody was stopped by a limit before it is no mistake any more. */
export const triesOf = {
  'allocations.splitting': { reason: 'split_request', most: 2, windowMs: 24 * 3_600_000 },
  'allocations.flood': { reason: 'too_many_pending', most: 20, windowMs: 3_600_000 },
} as const
export type TriesKind = keyof typeof triesOf
export const areTooMany = (kind: TriesKind, times: number): boolean => times > triesOf[kind].most
