/**
 * Looks, once a minute, at how tenants come by what they hold: by borrowing on and on, by the highest priorities, or by trying a limit again and again. A look at a moment that has
 * passed sees nothing that came later.
 */
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'
import { AdmissionPolicy, defaultAdmissionPolicy } from '~/server/admission/policy'
import { policyNow } from '~/server/admission/policy-now'
import { grouped } from '~/server/shared/grouped'
import { borrowedSince, outstays, type Span } from './decide-burst'
import { averages, standsAbove, type Weighed } from './decide-priority'
import { areTooMany, triesOf, type TriesKind } from './decide-tries'
import { fold, type Sighting } from './fold'

const [hourMs, dayMs] = [3_600_000, 24 * 3_600_000]
const lookedBackMs = 7 * dayMs
const hourOf = (at: number) => new Date(Math.floor(at / hourMs) * hourMs).toISOString()
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export async function watchConduct(lease: string, now: Date = new Date()): Promise<void> {
  await underLease(lease, { loop: 'watch' }, async (sql) => {
    await fold(sql, [...(await bursts(sql, now.getTime())), ...(await priorities(sql, now.getTime())), ...(await tries(sql, now.getTime()))], now)
  })
}

async function bursts(sql: Transaction, now: number): Promise<Sighting[]> {
  const { body: { burstHours } } = await policyNow({ rows: sql, now: new Date(now) }, 'admission', { schema: AdmissionPolicy, usual: defaultAdmissionPolicy })
  // As many as a tenant likes to ask for come back as the few spans that they make together.
  const rows = await sql.$queryRaw<{ tenant: string; from: Date; to: Date | null }[]>`SELECT tenant_id AS tenant, lower(span) AS "from", upper(span) AS "to" FROM (
      SELECT tenant_id, unnest(range_agg(tstzrange(admitted_at, CASE WHEN ended_at <= ${new Date(now)} THEN ended_at END))) AS span FROM allocation
      WHERE burst AND admitted_at <= ${new Date(now)} AND (ended_at IS NULL OR ended_at > ${new Date(now - lookedBackMs)}) GROUP BY tenant_id) AS spans ORDER BY tenant_id`
  return [...grouped(rows, ({ tenant }) => tenant)].flatMap(([tenant, own]) => {
    const spans = own.map(({ from, to }): Span => ({ from: from.getTime(), to: to?.getTime() ?? null }))
    const since = new Date(borrowedSince(spans) ?? 0).toISOString()
    return outstays(spans, burstHours * hourMs, now) ? [{ kind: 'allocations.burst' as const, tenant, name: `${tenant} ${since}`, body: { since, windowHours: burstHours } }] : []
  })
}

async function priorities(sql: Transaction, now: number): Promise<Sighting[]> {
  const from = new Date(now - dayMs)
  const held = await sql.$queryRaw<(Omit<Weighed, 'gpuMs'> & { gpuMs: number })[]>`SELECT a.tenant_id AS tenant, a.priority, sum(g.milli / 1000.0 * extract(epoch FROM least(a.ended_at, ${new Date(now)}::timestamptz) - greatest(a.admitted_at, ${from}::timestamptz)) * 1000)::float8 AS "gpuMs"
    FROM allocation a CROSS JOIN LATERAL (
      SELECT sum(CASE WHEN r.resource LIKE '%/gpu' THEN r.amount * 1000 WHEN r.resource LIKE '%/gpu-milli' THEN r.amount END) AS milli FROM unnest(a.resources, a.amounts) AS r (resource, amount)) AS g
    WHERE a.admitted_at <= ${new Date(now)} AND g.milli > 0 AND (a.ended_at IS NULL OR a.ended_at > ${from}) GROUP BY a.tenant_id, a.priority`
  const of = averages(held)
  return [...of.keys()].sort().flatMap((tenant) => {
    const above = standsAbove(of, tenant)
    return above ? [{ kind: 'allocations.priority' as const, tenant, name: `${tenant} ${dayOf(now)}`, body: { own: Math.round(above.own), others: Math.round(above.others) } }] : []
  })
}

async function tries(sql: Transaction, now: number): Promise<Sighting[]> {
  const seen: Sighting[] = []
  for (const kind of Object.keys(triesOf) as TriesKind[]) {
    const { reason, windowMs } = triesOf[kind]
    const rows = await sql.$queryRaw<{ tenant: string; namespace: string; person: string | null; times: number }[]>`SELECT tenant_id AS tenant, namespace_id AS namespace, person_id::text AS person, count(*)::int AS times FROM decision
      WHERE reason = ${reason} AND at > ${new Date(now - windowMs)} AND at <= ${new Date(now)} GROUP BY tenant_id, namespace_id, person_id ORDER BY 1, 2, 3`
    const per = windowMs === hourMs ? hourOf(now) : dayOf(now)
    for (const { tenant, namespace, person, times } of rows) if (areTooMany(kind, times)) seen.push({ kind, tenant, name: `${tenant} ${namespace} ${person} ${per}`, body: { namespace, person, times } })
  }
  return seen
}
