/** The watchers of this process. It holds its modules more than once, as they are and in each of Next's bundles; there is one poller all the same. */
import type { Watchers } from './watchers'

const kept = globalThis as { [key: symbol]: Watchers | undefined }
const place = Symbol.for('bailiwick.watchers')
export function watchersHere(make: () => Watchers): Watchers {
  kept[place] ??= make()
  return kept[place]
}
/** When the process stops: whoever only listens is let go, and comes back to the next one. */
export const endWatching = (): void => kept[place]?.endAll()
