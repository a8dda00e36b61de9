import type { Live, Reading } from './live-state'

/** Whether what is shown is what is. Of a page that read nothing of the place, and of a stream that has said nothing, nothing is known. */
type Judgement = 'unknown' | 'current' | 'stale'
export function judgeReading(reading: Pick<Reading, 'heads'> | null, { link, place, told }: Live): Judgement {
  const head = place === null ? undefined : reading?.heads[place]
  if (head === undefined || told === null) return 'unknown'
  if (BigInt(told) > BigInt(head)) return 'stale'
  return link === 'open' ? 'current' : 'unknown'
}

/** How long somebody who does nothing still counts as being there. After that the page waits for them, and does not keep their session by asking. */
export const attendedMs = 5 * 60_000
export type Around = { isTyping: boolean; hasDialog: boolean; hasDraft: boolean; idleMs: number; isHidden: boolean }
/** Whether a stale page may be read again by itself: nothing moves under somebody's hands, nothing is recorded that nobody did, and nobody's absence is hidden. */
export const mayReadAgain = (reading: Pick<Reading, 'recorded'>, { link, isOnline }: Pick<Live, 'link' | 'isOnline'>, { isTyping, hasDialog, hasDraft, idleMs, isHidden }: Around): boolean =>
  !reading.recorded && link === 'open' && isOnline && !isTyping && !hasDialog && !hasDraft && !isHidden && idleMs < attendedMs
