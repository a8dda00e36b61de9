/** Which rules hold. It is asked of the database whenever something is recorded, so that a new version holds from the next event on, in every process. */
import type { Transaction } from '~/server/database/client'
import { log } from '~/server/logs/log'
import type { Levels } from './capture'
import { defaultLevelsPolicy, KeptLevels } from './levels-policy'

export const usualLevels: Levels = { version: null, rules: defaultLevelsPolicy.rules, bodyBytesMost: defaultLevelsPolicy.bodyBytesMost }
/** Rules that cannot be read keep nobody from working, and nothing out of the record: what no rule speaks of is kept. */
export function levelsFrom(version: string | null, body: unknown): Levels {
  const read = KeptLevels.safeParse(body)
  if (read.success) return { version, ...read.data }
  log.error('the levels of the record cannot be read', { version, because: read.error.issues[0]?.message })
  return { version, rules: [], bodyBytesMost: defaultLevelsPolicy.bodyBytesMost }
}

let known: { readonly id: string; readonly levels: Levels } | null = null
export async function levelsNow(sql: Pick<Transaction, '$queryRaw'>): Promise<Levels> {
  const [row] = await sql.$queryRaw<{ id: string; version: string }[]>`SELECT id, version::text AS version FROM public.policy WHERE tenant_id IS NULL AND kind = 'levels' AND valid_to IS NULL`
  if (!row) return usualLevels
  if (known?.id !== row.id) {
    const [said] = await sql.$queryRaw<{ body: unknown }[]>`SELECT body FROM public.policy WHERE id = ${row.id}::uuid`
    known = { id: row.id, levels: levelsFrom(row.version, said?.body) }
  }
  return known.levels
}
