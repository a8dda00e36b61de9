/** Looks at how much of its GPUs each allocation uses, as its clusters say, and at how long that has been little. */
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'
import { judgeUse, lookOn, lowBelow, type Standing } from './decide-use'
import { fold, type Sighting } from './fold'
import { lookForMining } from './watch-mining'

type Look = {
  allocation: string; tenant: string; namespace: string; name: string; person: string; reserved: boolean; gpuMilli: bigint; use: number | null; at: Date | null
  lowSince: Date | null; idleSince: Date | null; seenAt: Date | null
}
const iso = (ms: number) => new Date(ms).toISOString()

export async function watchUse(lease: string, now: Date = new Date()): Promise<void> {
  await underLease(lease, { loop: 'watch' }, async (sql) => {
    const looks = await look(sql)
    const after = looks.map((one) => ({ one, standing: lookOn(standingOf(one), { use: one.use, at: one.at?.getTime() ?? 0 }, now.getTime()) }))
    await keep(sql, after)
    await fold(sql, [...after.flatMap(({ one, standing }) => sightingOf(one, standing)), ...(await lookForMining(sql, now))], now)
  })
}

/**
 * Of what has GPUs, whatever uses little now, and whatever did when it was last looked at. A pod that is not there uses nothing, where all nodes that it was given speak: whoever holds GPUs and begins
 * nothing on them holds them unused. What a pod that is there uses and nobody says is not known.
 */
const look = (sql: Transaction) => sql.$queryRaw<Look[]>`
  SELECT a.id::text AS allocation, a.tenant_id AS tenant, a.namespace_id AS namespace, a.name, a.asked_by::text AS person, a.reserved, g.milli AS "gpuMilli", u.use, u.at,
    w.low_since AS "lowSince", w.idle_since AS "idleSince", w.seen_at AS "seenAt"
  FROM allocation a CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE WHEN r.resource LIKE '%/gpu' THEN r.amount * 1000 WHEN r.resource LIKE '%/gpu-milli' THEN r.amount END), 0)::bigint AS milli FROM unnest(a.resources, a.amounts) AS r (resource, amount)) AS g
    CROSS JOIN LATERAL (
      SELECT count(l.gpu_use) >= a.pods AS whole, count(l.gpu_use) = count(*) AS measured, max(l.gpu_use)::int AS most, min(l.reported_at) AS at FROM workload l WHERE l.allocation_id = a.id AND l.tenant_id = a.tenant_id AND l.namespace_id = a.namespace_id) AS h
    LEFT JOIN LATERAL (
      SELECT CASE WHEN bool_and(n.id IS NOT NULL) THEN min(n.reported_at) END AS at FROM jsonb_array_elements(a.placement -> 'pods') AS p LEFT JOIN node n ON n.id = p ->> 'node' WHERE NOT h.whole AND h.measured) AS n ON true
    CROSS JOIN LATERAL (SELECT CASE WHEN h.whole THEN h.most WHEN h.measured AND n.at IS NOT NULL THEN coalesce(h.most, 0) END AS use, CASE WHEN h.whole THEN h.at ELSE least(h.at, n.at) END AS at) AS u
    LEFT JOIN use_watch w ON w.allocation_id = a.id
  WHERE a.state IN ('admitted', 'running') AND a.ended_at IS NULL AND g.milli > 0 AND (u.use < ${lowBelow} OR w.allocation_id IS NOT NULL) ORDER BY a.tenant_id, a.id`

const standingOf = ({ lowSince, idleSince, seenAt }: Look): Standing | null => (lowSince && seenAt ? { lowSince: lowSince.getTime(), idleSince: idleSince?.getTime() ?? null, seenAt: seenAt.getTime() } : null)

async function keep(sql: Transaction, after: readonly { one: Look; standing: Standing | null }[]): Promise<void> {
  const low = after.flatMap(({ one, standing }) => (standing ? [{ allocation_id: one.allocation, low_since: iso(standing.lowSince), idle_since: standing.idleSince === null ? null : iso(standing.idleSince), seen_at: iso(standing.seenAt) }] : []))
  // As one value, however many there are: a statement takes no more than 32,767.
  await sql.$executeRaw`DELETE FROM use_watch WHERE allocation_id <> ALL (${low.map(({ allocation_id }) => allocation_id)}::uuid[])`
  await sql.$executeRaw`INSERT INTO use_watch SELECT allocation_id, low_since, idle_since, seen_at FROM json_populate_recordset(NULL::use_watch, ${JSON.stringify(low)}::json)
    ON CONFLICT (allocation_id) DO UPDATE SET low_since = excluded.low_since, idle_since = excluded.idle_since, seen_at = excluded.seen_at`
}

function sightingOf({ allocation, tenant, namespace, name, person, reserved, gpuMilli }: Look, standing: Standing | null): Sighting[] {
  const kind = standing && judgeUse(standing, reserved)
  if (!kind) return []
  const since = iso(kind === 'allocations.squatting' ? (standing.idleSince ?? standing.lowSince) : standing.lowSince)
  return [{ kind, tenant, name: `${allocation} ${since}`, body: { namespace, allocation, name, person, gpuMilli: String(gpuMilli), since } }]
}
