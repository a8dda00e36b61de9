/** Which rules hold, and which regimes a tenant is under. Both are asked of the database in one question whenever something is recorded, so that what was changed holds from the next event on, in every process. */
import type { Transaction } from '~/server/database/client'
import { log } from '~/server/logs/log'
import type { Regime } from '~/server/tenants/isolation'
import type { Levels, Whose } from './capture'
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
/** Whoever records something is told of any tenant which regimes it is under: who was turned away there sees no row of it. */
export async function levelsNow(sql: Pick<Transaction, '$queryRaw'>, tenant: string | null): Promise<{ readonly levels: Levels; readonly whose: Whose }> {
  const [row] = await sql.$queryRaw<{ id: string | null; version: string; regimes: Regime[] }[]>`SELECT p.id, p.version::text AS version, public.regimes_of(${tenant}) AS regimes
    FROM (SELECT) always LEFT JOIN public.policy p ON p.tenant_id IS NULL AND p.kind = 'levels' AND p.valid_to IS NULL`
  const whose = { tenant, regimes: row?.regimes ?? [] }
  if (!row?.id) return { levels: usualLevels, whose }
  if (known?.id !== row.id) {
    const [said] = await sql.$queryRaw<{ body: unknown }[]>`SELECT body FROM public.policy WHERE id = ${row.id}::uuid`
    known = { id: row.id, levels: levelsFrom(row.version, said?.body) }
  }
  return { levels: known.levels, whose }
}
