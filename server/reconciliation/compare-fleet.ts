import type { Transaction } from '~/server/database/client'
import { underLease, writeUnderLease } from '~/server/database/lease'
import { raise } from '~/server/database/raise'
import { type Compared, decideDifferences, everyMs, type Fleet, type Grant, type Previous, type Running, type Unexplained } from './decide-differences'

type Comparison = Compared & { readonly at: Date; readonly allocations: number; readonly workloads: number }
/** A cluster that said nothing for so long may run what it does not say. */
const heardMs = 30_000
/** What is kept of a run: enough to know the next time what is news. */
const keptMost = 1_000

/** Null when it is not time yet, or the lease is somebody else's. */
export const compareFleet = (lease: string, now: Date, clusters: readonly string[] | null): Promise<Comparison | null> => underLease(lease, { loop: 'fleet' }, async (sql) => {
  const previous = await lastRun(sql)
  if (previous && now.getTime() - Date.parse(previous.at) < everyMs) return null
  const fleet = await readFleet(sql, now, clusters)
  return { ...decideDifferences(fleet, previous, now.toISOString()), at: now, allocations: fleet.grants.filter(({ endedAt }) => endedAt === null).length, workloads: fleet.running.length }
})

/** A run that was killed before this leaves no row: the next one sees the same, and what was set right already is set right no more. */
export async function keepRun(lease: string, { at, differences, offBy, alarming, tells, missed, allocations, workloads }: Comparison, corrected: number): Promise<void> {
  const times = (kind: string) => differences.filter((one) => one.kind === kind).length
  await writeUnderLease(lease, { loop: 'fleet' }, async (sql) => {
    const last = missed ? await lastRun(sql) : null
    await sql.reconciliationRun.create({
      data: {
        at, tookMs: Math.max(0, Date.now() - at.getTime()), allocations, workloads, orphans: times('orphan'), phantoms: times('phantom'), outOfBand: times('out_of_band'), unitMismatches: times('unit_mismatch'),
        lateReleases: times('late_release'), corrected, offBy, alarming: [...alarming], differences: differences.slice(0, keptMost),
      }, select: { id: true },
    })
    if (last) await raise(sql, 'reconciliation.missed', { last: last.at, at: at.toISOString() })
    // What was told once and has not changed is not told again.
    if (tells) await raise(sql, 'reconciliation.off', { at: at.toISOString(), offBy, of: alarming.slice(0, 20), differences: differences.slice(0, 20).map(({ kind, of, tenant, namespace }) => ({ kind, of, tenant, namespace })), times: differences.length })
  })
}

async function lastRun(sql: Transaction): Promise<Previous | null> {
  const last = await sql.reconciliationRun.findFirst({ orderBy: [{ at: 'desc' }, { id: 'asc' }], select: { at: true, differences: true, alarming: true } })
  return last && { at: last.at.toISOString(), alarming: last.alarming, differences: last.differences as unknown as Previous['differences'] }
}

type Row<T> = Omit<T, 'amounts' | 'runningAt' | 'endedAt' | 'resizedAt'> & { resources: string[]; granted: bigint[] }
const amountsOf = ({ resources, granted }: { resources: string[]; granted: bigint[] }) => Object.fromEntries(resources.map((resource, at) => [resource, (granted[at] ?? 0n).toString()]))

async function readFleet(sql: Transaction, now: Date, only: readonly string[] | null): Promise<Fleet> {
  const clusters = await sql.$queryRaw<{ id: string; region: string; heard: boolean }[]>`SELECT c.id, c.region_id AS region, coalesce(max(n.reported_at) >= ${new Date(now.getTime() - heardMs)}, false) AS heard
    FROM cluster c LEFT JOIN pool p ON p.cluster_id = c.id LEFT JOIN node n ON n.pool_id = p.id WHERE ${only}::text[] IS NULL OR c.id = ANY (${only}) GROUP BY c.id ORDER BY c.id`
  const regions = [...new Set(clusters.map(({ region }) => region))]
  const running = await sql.$queryRaw<Row<Running>[]>`SELECT cluster_id AS cluster, id AS workload, tenant_id AS tenant, namespace_id AS namespace, allocation_id::text AS allocation, resources, amounts AS granted
    FROM workload WHERE cluster_id = ANY (${clusters.map(({ id }) => id)}) ORDER BY cluster_id, id`
  const named = [...new Set(running.flatMap(({ allocation }) => allocation ?? []))]
  const grants = await sql.$queryRaw<(Row<Grant> & { runningAt: Date | null; endedAt: Date | null; resizedAt: Date | null })[]>`SELECT id::text AS allocation, tenant_id AS tenant, namespace_id AS namespace, state, pods, resources, amounts AS granted, region, running_at AS "runningAt", coalesce(ended_at, waiting_since) AS "endedAt",
      (SELECT max(s.at) FROM decision s WHERE s.allocation_id = allocation.id AND s.action IN ('allocations.shrink', 'allocations.growBack') AND s.verdict = 'admit') AS "resizedAt"
    FROM allocation WHERE (ended_at IS NULL AND region = ANY (${regions})) OR id = ANY (${named}::uuid[]) ORDER BY id`
  const places = running.flatMap(({ tenant, namespace }) => (tenant === null || namespace === null ? [] : [{ tenant, namespace }]))
  const accounts = await sql.$queryRaw<Row<Unexplained>[]>`SELECT tenant_id AS tenant, namespace_id AS namespace, resources, unexplained AS granted FROM account WHERE kind = 'namespace'
    AND ((tenant_id, namespace_id) IN (SELECT * FROM unnest(${places.map(({ tenant }) => tenant)}::text[], ${places.map(({ namespace }) => namespace)}::text[])) OR (0 <> ANY (unexplained) AND tenant_id IN (SELECT id FROM tenant WHERE ${only}::text[] IS NULL OR regions && ${regions}))) ORDER BY id`
  return {
    running: running.map((row) => ({ ...row, amounts: amountsOf(row) })),
    grants: grants.map((row) => ({ ...row, amounts: amountsOf(row), runningAt: row.runningAt?.toISOString() ?? null, endedAt: row.endedAt?.toISOString() ?? null, resizedAt: row.resizedAt?.toISOString() ?? null })),
    unexplained: accounts.map((row) => ({ tenant: row.tenant, namespace: row.namespace, amounts: amountsOf(row) })),
    heard: regions.filter((region) => clusters.every((cluster) => cluster.region !== region || cluster.heard)),
  }
}
