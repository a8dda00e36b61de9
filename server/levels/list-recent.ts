import type { PlatformReader } from '~/server/database/read'
import type { Regime } from '~/server/tenants/isolation'
import type { Level, LevelEvent } from './decide-level'

/** What was recorded lately, of one sort: no person in it, and nothing of what was asked. Regimes are those that its tenant is under now. */
export type RecentSort = LevelEvent & { readonly level: Level; readonly many: number; readonly newest: string }
/** Of so many, since then; `told` of them are in the sorts that are told apart. */
export type Recent = { readonly since: string; readonly looked: number; readonly told: number; readonly sorts: readonly RecentSort[] }
const [daysMs, linesMost, sortsMost] = [7 * 86_400_000, 20_000, 500]

export async function listRecent({ now, rows, recordedByKind }: PlatformReader): Promise<Recent> {
  const since = new Date(now.getTime() - daysMs)
  const found = await recordedByKind(since, linesMost, sortsMost)
  const looked = Number(found[0]?.looked ?? 0)
  const tenants = await rows.tenant.findMany({ where: { id: { in: [...new Set(found.map(({ tenant }) => tenant))] } }, select: { id: true, compliance: true } })
  const regimes = new Map(tenants.map(({ id, compliance }) => [id, compliance as Regime[]]))
  const sorts = found.map(({ tenant, namespace, resource, verb, outcome, level, actors, many, newest }): RecentSort =>
    ({ tenant, regimes: regimes.get(tenant) ?? [], namespace, resource, verb, outcome: outcome as RecentSort['outcome'], level: level as Level, actors, many: Number(many), newest: newest.toISOString() }))
  return { since: (looked < linesMost ? since : (found[0]?.oldest ?? since)).toISOString(), looked, told: sorts.reduce((sum, { many }) => sum + many, 0), sorts }
}
