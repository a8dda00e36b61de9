/** Who floods, as all processes count it together, and until when they are shut out for it. Only whoever is told no a second time costs a question. */
import type { Pool } from 'pg'
import { readFlood, writeFlood } from '~/server/database/floods'
import { decideFlood, type FloodKind, outUntil } from './decide-flood'

export class Floods {
  constructor(readonly kind: FloodKind, readonly store: Pool) {}

  async until(key: string): Promise<Date | null> { return outUntil(await readFlood(this.store, this.kind, key), new Date()) }

  /** Counts this second, and says until when whoever flooded is shut out, if they are. */
  async count(key: string): Promise<Date | null> {
    const before = await readFlood(this.store, this.kind, key)
    const { next, until } = decideFlood(this.kind, before, new Date())
    return next === null || (await writeFlood(this.store, this.kind, key, before, next)) ? until : null
  }
}

/** In how many seconds it is over, as `Retry-After` has it. */
export const retryAfter = (until: Date): string => String(Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1_000)))
