'use client'
import { type Board, makeBoard } from './board'

/** What a page says of itself: when it was read, and how far each place had come before. A page whose reading is recorded is never read again by itself. */
export type Reading = { at: string; heads: Readonly<Record<string, string>>; recorded: boolean }
export const readHere: Board<Reading> = makeBoard()

/**
 * `open`: the stream says that nothing was done that it has not told. `lost`: it was, or should be, and does not come back by itself at once.
 * `signed_out`: the door said so. `off`: nobody listens, and that is no fault.
 */
export type Link = 'off' | 'opening' | 'open' | 'lost' | 'signed_out'
/** `told` is how far the place has come by the stream's last word. */
export type Live = { link: Link; place: string | null; told: string | null; isOnline: boolean }

let live: Live = { link: 'off', place: null, told: null, isOnline: true }
const listeners = new Set<() => void>()
export const liveNow = (): Live => live
export function setLive(part: Partial<Live>): void {
  live = { ...live, ...part }
  for (const changed of listeners) changed()
}
export const listenLive = (changed: () => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
