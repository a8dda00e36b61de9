/** What a search finds, from the newest on, part by part, each in a transaction of its own: however much it is, no more than a part of it is held. */
import type { LineFound, LinesAsked } from '~/server/database/lines'
import type { GoesOn, Reading } from '~/server/database/read'
import { type Cut, exportMost } from './bundle'

export type Bounds = { readonly atOnce: number; readonly most: number }
const usual: Bounds = { atOnce: 500, most: exportMost }

export async function* partsOf<T>({ further }: Pick<GoesOn, 'further'>, meant: LinesAsked, make: (db: Reading, lines: LineFound[]) => Promise<T>, { atOnce, most }: Bounds = usual): AsyncGenerator<{ made: T; many: number; cut: Cut }> {
  for (let [key, done]: [readonly [string, string] | null, number] = [null, 0]; ;) {
    const { lines, isMore, made } = await further(async (db) => {
      const found = await db.lines.find(meant, key, true, Math.min(atOnce, most - done) + 1)
      const some = found.slice(0, Math.min(atOnce, most - done))
      return { lines: some, isMore: found.length > some.length, made: await make(db, some) }
    })
    const last = lines.at(-1)
    done += lines.length
    const cut = isMore && done >= most && last ? { records: done, until: last.at } : null
    yield { made, many: lines.length, cut }
    if (!isMore || cut !== null || !last) return
    key = [last.at, last.id]
  }
}
