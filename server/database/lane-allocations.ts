/** How allocations are read by a lane, with what was last asked for of those that are looked for again. */
export const allocationColumns = `id, tenant_id, namespace_id, account_id, name, class, priority, asked_by, state, pods, resources, amounts::text[] AS amounts, region, placement, burst, preemptible, reserved, devices, approved_by,
  ${['asked_at', 'held_until', 'admitted_at', 'running_at', 'ends_at', 'ended_at', 'waiting_since'].map((column) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${column}`).join(', ')}, version, wish, preemptions`

const asked = "(SELECT (d.facts::json -> 'wish')::text FROM decision d WHERE d.allocation_id = a.id AND d.verdict <> 'refuse' AND d.action IN ('allocations.create', 'allocations.amend') ORDER BY d.at DESC LIMIT 1) AS asked"
export const ownText = {
  waiting: `SELECT ${allocationColumns}, ${asked} FROM allocation a WHERE tenant_id = $1 AND state = 'waiting' AND waiting_since IS NOT NULL ORDER BY priority DESC, a.asked_at, id LIMIT $2`,
  given: `SELECT ${allocationColumns}, ${asked} FROM allocation a WHERE tenant_id = $1 AND ended_at IS NULL AND admitted_at IS NOT NULL AND state IN ('admitted', 'running') ORDER BY a.asked_at DESC, id LIMIT $2`,
} as const
/** Of these tenants, on any of these nodes: who was there first, first. */
export const standingText = `SELECT ${allocationColumns}, ${asked} FROM allocation a WHERE tenant_id = ANY ($2) AND ended_at IS NULL AND state IN ('admitted', 'running') AND placement IS NOT NULL
  AND EXISTS (SELECT FROM jsonb_array_elements(placement -> 'pods') pod WHERE pod ->> 'node' = ANY ($1)) ORDER BY a.admitted_at, id LIMIT $3`

/** What these were seen to use of GPUs: on how many looks of the last week, the most that one pod did, then or by its cluster's last word, in thousandths of one, and whether that was kept of every day. */
export const usedText = `SELECT a.id, coalesce(d.samples, 0)::int AS samples, greatest(d.most, w.most)::text AS most, coalesce(d.whole, false) AS whole
  FROM allocation a, LATERAL (SELECT sum(u.samples) AS samples, max(u.pod_most) AS most, bool_and(u.pod_most IS NOT NULL) AS whole FROM use_day u WHERE u.allocation_id = a.id AND u.day > (now() AT TIME ZONE 'UTC')::date - 7) d,
    LATERAL (SELECT ceil(max(w.gpu_use * greatest(gpu_milli(a.resources, a.amounts) / a.pods, gpu_milli(w.resources, w.amounts))) / 1000.0)::bigint AS most FROM workload w WHERE w.allocation_id = a.id AND w.tenant_id = a.tenant_id AND w.namespace_id = a.namespace_id) w
  WHERE a.id = ANY ($1)`
