import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import type { Lines, LinesCounted } from '~/server/database/lines'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import { type Asked, tallyOf, valuesOf } from './decide-query'
import { asked, meantBy, understand } from './search-lines'

export const CountLines = z.strictObject({ tenant: Handle, ...asked })
export const CountPlatformLines = z.strictObject(asked)

type Counted = { value: string; count: number }
type Facets = {
  since: string; until: string; bucketMs: number; total: number
  /** Where so many were found that only the newest were counted: since when. */
  countedSince: string | null
  bars: { at: string; outcomes: Record<string, number> }[]
  outcome: Counted[]; resource: Counted[]; verb: Counted[]; tenant: Counted[]
}
const linesMost = 20_000
const valuesMost = 12

/**
 * The tallies of all are kept beside each tenant's: what is asked of every tenant is read there, and only how many each has is read of each. Of what sort is then asked as
 * those of all spell it: the index tells that apart, while what is compared without regard to capitals is told by every row.
 */
async function tallied(lines: Lines, query: Asked, span: 'hour' | 'day', { tenants, since, until, range }: ReturnType<typeof meantBy>): Promise<LinesCounted[]> {
  const low = (kind: 'verb' | 'resource' | 'outcome') => (valuesOf(query, kind).length === 0 ? null : valuesOf(query, kind).map((value) => value.toLowerCase()))
  const meant = { span, tenants, since, until, verbs: low('verb'), resources: low('resource'), outcomes: low('outcome') }
  const groups = await lines.tally(meant, range.bucketMs / 1000)
  const spelt = (kind: 'verb' | 'resource') => (low(kind) === null ? null : [...new Set(groups.flatMap((group) => group[kind] ?? []))])
  return [...groups, ...(tenants?.length === 1 ? [] : await lines.tallyTenants({ ...meant, verbs: spelt('verb'), resources: spelt('resource') }))]
}

async function count(lines: Lines, own: string | null, { query: text, actors }: { query: string; actors: string[] | null }): Promise<Facets> {
  const now = Date.now()
  const query = understand(text, own, actors, now)
  const meant = meantBy(query, own, actors, now)
  const { since, until, bucketMs } = meant.range
  const span = tallyOf(query, meant.range)
  const groups = span !== null ? await tallied(lines, query, span, meant) : await lines.count(meant, bucketMs / 1000, linesMost)
  const whole = groups.find(({ bar, tenant, resource }) => bar === null && tenant === null && resource === null)
  const total = Number(whole?.count ?? 0)
  return {
    since: new Date(since).toISOString(), until: new Date(until ?? now).toISOString(), bucketMs, total, countedSince: span === null && total >= linesMost ? (whole?.oldest.toISOString() ?? null) : null,
    bars: barsOf(groups), outcome: mostFirst(groups.filter(({ bar }) => bar !== null), ({ outcome }) => outcome),
    resource: mostFirst(groups, ({ resource }) => resource), verb: mostFirst(groups, ({ verb }) => verb), tenant: mostFirst(groups, ({ tenant }) => tenant),
  }
}

function barsOf(groups: readonly LinesCounted[]): Facets['bars'] {
  const bars = new Map<string, Record<string, number>>()
  for (const { bar, outcome, count } of groups) {
    if (bar === null || outcome === null) continue
    const at = bar.toISOString()
    bars.set(at, { ...bars.get(at), [outcome]: Number(count) })
  }
  return [...bars].map(([at, outcomes]) => ({ at, outcomes })).sort((one, other) => (one.at < other.at ? -1 : 1))
}
function mostFirst(groups: readonly LinesCounted[], wordOf: (group: LinesCounted) => string | null): Counted[] {
  const sums = new Map<string, number>()
  for (const group of groups) {
    const value = wordOf(group)
    if (value !== null) sums.set(value, (sums.get(value) ?? 0) + Number(group.count))
  }
  return [...sums].map(([value, count]) => ({ value, count })).sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1)).slice(0, valuesMost)
}

export const countLines = (db: TenantReader, { tenant: _, ...input }: z.infer<typeof CountLines>) => count(db.lines, db.tenant, input)
export const countPlatformLines = (db: PlatformReader, input: z.infer<typeof CountPlatformLines>) => count(db.lines, null, input)
