/** Looks at what keeps its GPUs busy to the last percent with hardly anything else, as its clusters say, and for how long. */
import type { Transaction } from '~/server/database/client'
import { busyFrom, coresMost, looksLikeMining, memoryMost, type Steady, steadyOn } from './decide-mining'
import type { Sighting } from './fold'

type Look = {
  allocation: string; tenant: string; namespace: string; name: string; person: string; reserved: boolean; gpuMilli: bigint
  gpu: number | null; cpu: number | null; memory: number | null; at: Date | null; since: Date | null; seenAt: Date | null
}
export async function lookForMining(sql: Transaction, now: Date): Promise<Sighting[]> {
  const after = (await look(sql)).map((one) => ({ one, steady: steadyOn(steadyOf(one), { gpu: one.gpu, cpu: one.cpu, memory: one.memory, at: one.at?.getTime() ?? 0 }, now.getTime()) }))
  const kept = after.flatMap(({ one, steady }) => (steady ? [{ allocation_id: one.allocation, since: new Date(steady.since).toISOString(), seen_at: new Date(steady.seenAt).toISOString() }] : []))
  await sql.$executeRaw`DELETE FROM steady_watch WHERE allocation_id <> ALL (${kept.map(({ allocation_id }) => allocation_id)}::uuid[])`
  await sql.$executeRaw`INSERT INTO steady_watch SELECT allocation_id, since, seen_at FROM json_populate_recordset(NULL::steady_watch, ${JSON.stringify(kept)}::json)
    ON CONFLICT (allocation_id) DO UPDATE SET since = excluded.since, seen_at = excluded.seen_at`
  return after.flatMap(({ one, steady }) => (steady && looksLikeMining(steady, one.reserved) ? [sightingOf(one, new Date(steady.since).toISOString())] : []))
}

const steadyOf = ({ since, seenAt }: Look): Steady | null => (since && seenAt ? { since: since.getTime(), seenAt: seenAt.getTime() } : null)
const sightingOf = ({ allocation, tenant, namespace, name, person, gpuMilli }: Look, since: string): Sighting => ({ kind: 'allocations.mining', tenant, name: `${allocation} ${since}`, body: { namespace, allocation, name, person, gpuMilli: String(gpuMilli), since } })

/** Of what has GPUs and runs: whatever is as busy now, with as little. What not all of its pods were heard of is not known. */
const look = (sql: Transaction) => sql.$queryRaw<Look[]>`
  SELECT a.id::text AS allocation, a.tenant_id AS tenant, a.namespace_id AS namespace, a.name, a.asked_by::text AS person, a.reserved, g.milli AS "gpuMilli", h.gpu::int, h.cpu::int, h.memory::int, h.at, w.since, w.seen_at AS "seenAt"
  FROM allocation a CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE WHEN r.resource LIKE '%/gpu' THEN r.amount * 1000 WHEN r.resource LIKE '%/gpu-milli' THEN r.amount END), 0)::bigint AS milli FROM unnest(a.resources, a.amounts) AS r (resource, amount)) AS g
    CROSS JOIN LATERAL (
      SELECT CASE WHEN count(l.gpu_use) >= a.pods THEN min(l.gpu_use) END AS gpu, CASE WHEN count(l.cpu_use) >= a.pods THEN max(l.cpu_use) END AS cpu, CASE WHEN count(l.memory_use) >= a.pods THEN max(l.memory_use) END AS memory, min(l.reported_at) AS at
      FROM workload l WHERE l.allocation_id = a.id AND l.tenant_id = a.tenant_id AND l.namespace_id = a.namespace_id) AS h
    LEFT JOIN steady_watch w ON w.allocation_id = a.id
  WHERE a.state = 'running' AND a.ended_at IS NULL AND g.milli > 0 AND h.gpu >= ${busyFrom} AND h.cpu <= ${coresMost} AND h.memory <= ${memoryMost} ORDER BY a.tenant_id, a.id`
