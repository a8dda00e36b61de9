/** Looks, once in a slot, at what is used on the nodes that tenants share beyond what they were charged, and at whose work there does less since. */
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'
import { freshMinutes, slotMs, slotOf } from '~/server/clusters/slot'
import { grouped } from '~/server/shared/grouped'
import { type NodeLook, type Noise, noisyOn, overFrom } from './decide-neighbours'
import { fold, type Sighting } from './fold'

/** For as long it is remembered what was used where. */
const remembered = 24

export async function watchNeighbours(lease: string, now: Date = new Date()): Promise<void> {
  await underLease(lease, { loop: 'watch' }, async (sql) => {
    await look(sql, slotOf(now), now)
    await sql.$executeRaw`DELETE FROM node_use WHERE at <= ${new Date(slotOf(now).getTime() - remembered * slotMs)}`
    await fold(sql, await noisyIn(sql, now), now)
  })
}

/**
 * Of each piece of work what its cluster says it uses, and of each allocation what the ledger charges for as many of its pods as are seen there. A node that is somebody’s own is shared with
 * nobody. Reserved capacity was paid for, whatever is done with it.
 */
const look = (sql: Transaction, at: Date, now: Date) => sql.$executeRaw`
  WITH seen AS (
    SELECT w.node_id, w.tenant_id AS tenant, CASE WHEN a.id IS NULL THEN '' ELSE a.id::text END AS work, w.id, coalesce(a.reserved, false) AS reserved, u.*
    FROM workload w JOIN node n ON n.id = w.node_id JOIN pool p ON p.id = n.pool_id AND p.owner_tenant IS NULL
      LEFT JOIN allocation a ON a.id = w.allocation_id AND a.tenant_id = w.tenant_id AND a.namespace_id = w.namespace_id AND a.state IN ('admitted', 'running') AND a.ended_at IS NULL
      CROSS JOIN LATERAL (SELECT coalesce(sum(r.amount) FILTER (WHERE r.resource = 'cpu'), 0) AS cpu, coalesce(sum(r.amount) FILTER (WHERE r.resource = 'memory'), 0) AS memory,
          coalesce(sum(CASE WHEN r.resource LIKE '%/gpu' THEN r.amount * 1000 WHEN r.resource LIKE '%/gpu-milli' THEN r.amount END), 0) AS gpu FROM unnest(w.resources, w.amounts) AS r (resource, amount)) AS has
      CROSS JOIN LATERAL (SELECT w.reported_at > ${now}::timestamptz - make_interval(mins => ${freshMinutes}) AS heard) AS f
      CROSS JOIN LATERAL (SELECT has.cpu, has.memory, has.gpu, CASE WHEN f.heard THEN has.cpu * w.cpu_use END AS cpu_used, CASE WHEN f.heard THEN has.memory * w.memory_use END AS memory_used,
          CASE WHEN has.gpu = 0 THEN 0 WHEN f.heard THEN has.gpu * w.gpu_use END AS gpu_used) AS u
    WHERE w.tenant_id IS NOT NULL AND NOT EXISTS (SELECT FROM node_use WHERE at = ${at}::timestamptz)),
  here AS (
    SELECT node_id, tenant, work, reserved, count(*) AS pods, sum(gpu) AS gpu, sum(cpu) AS cpu, CASE WHEN count(cpu_used) = count(*) THEN sum(cpu_used) END AS cpu_used,
      CASE WHEN count(memory_used) = count(*) THEN sum(memory_used) END AS memory_used, CASE WHEN count(gpu_used) = count(*) THEN sum(gpu_used) END AS gpu_used FROM seen GROUP BY 1, 2, 3, 4)
  INSERT INTO node_use (at, node_id, owner_tenant, work, cpu_over, memory_over, gpu_over, use)
  SELECT ${at}::timestamptz, h.node_id, h.tenant, h.work, CASE WHEN h.reserved THEN 0 ELSE div(h.cpu_used, 1000) - coalesce(c.cpu, 0) END, CASE WHEN h.reserved THEN 0 ELSE div(h.memory_used, 1000) - coalesce(c.memory, 0) END,
    CASE WHEN h.reserved THEN 0 ELSE div(h.gpu_used, 1000) - coalesce(c.gpu, 0) END, CASE WHEN h.gpu > 0 THEN div(h.gpu_used, h.gpu) WHEN h.cpu > 0 THEN div(h.cpu_used, h.cpu) END
  FROM here h LEFT JOIN allocation a ON a.id::text = h.work LEFT JOIN LATERAL (
    SELECT sum(each) FILTER (WHERE resource = 'cpu') AS cpu, sum(each) FILTER (WHERE resource = 'memory') AS memory, sum(CASE WHEN resource LIKE '%/gpu' THEN each * 1000 WHEN resource LIKE '%/gpu-milli' THEN each END) AS gpu
    FROM (SELECT r.resource, div(r.amount * least(h.pods, a.pods), a.pods) AS each FROM unnest(a.resources, a.amounts) AS r (resource, amount)) AS charged) c ON true`

type Row = { node: string; at: Date; tenant: string; work: string; use: bigint | null; over: number | null }
/** Of the nodes on which more than one is, and one of them takes more than it was charged now. */
async function noisyIn(sql: Transaction, now: Date): Promise<Sighting[]> {
  const rows = await sql.$queryRaw<Row[]>`
    WITH share AS (
      SELECT u.node_id, u.at, u.owner_tenant, CASE WHEN count(*) = count(u.cpu_over) AND count(*) = count(u.memory_over) AND count(*) = count(u.gpu_over)
        THEN floor(greatest(sum(u.cpu_over) * 1000 / nullif(n.cpu, 0), sum(u.memory_over) * 1000 / nullif(n.memory, 0), sum(u.gpu_over) / nullif(cardinality(n.gpu_free), 0))) END AS over
      FROM node_use u JOIN node n ON n.id = u.node_id GROUP BY u.node_id, u.at, u.owner_tenant, n.cpu, n.memory, cardinality(n.gpu_free)),
    loud AS (SELECT DISTINCT node_id FROM share s WHERE at = ${slotOf(now)} AND over >= ${overFrom} AND EXISTS (SELECT FROM share o WHERE o.node_id = s.node_id AND o.at = s.at AND o.owner_tenant <> s.owner_tenant))
    SELECT u.node_id AS node, u.at, u.owner_tenant AS tenant, u.work, u.use, s.over::int FROM node_use u JOIN loud USING (node_id) JOIN share s USING (node_id, at, owner_tenant) ORDER BY u.node_id, u.at, u.owner_tenant, u.work`
  const noises = [...grouped(rows, ({ node }) => node)].flatMap(([node, own]) => noisyOn(looksIn(own), now.getTime()).map((noise) => ({ node, noise })))
  const names = await namesOf(sql, noises.map(({ noise }) => noise))
  return noises.map(({ node, noise: { tenant, since, over, slowed } }): Sighting => ({
    kind: 'tenants.noisy_neighbour', tenant, name: `${tenant} ${node} ${new Date(since).toISOString()}`,
    body: { node, since: new Date(since).toISOString(), over, slowed: slowed.map(({ work, ...one }) => ({ ...one, allocation: work, name: names.get(work) ?? '' })) },
  }))
}

/** Work that nobody was given is nobody’s to lose. */
const looksIn = (rows: readonly Row[]): NodeLook[] => [...grouped(rows, ({ at }) => at.getTime())].map(([at, own]) => ({
  at, over: new Map(own.map(({ tenant, over }) => [tenant, over])), works: own.flatMap(({ tenant, work, use }) => (work === '' ? [] : [{ tenant, work, use: use === null ? null : Number(use) }])),
}))
async function namesOf(sql: Transaction, noises: readonly Noise[]): Promise<ReadonlyMap<string, string>> {
  const works = noises.flatMap(({ slowed }) => slowed.map(({ work }) => work))
  const rows = works.length === 0 ? [] : await sql.allocation.findMany({ where: { id: { in: works } }, select: { id: true, name: true } })
  return new Map(rows.map(({ id, name }) => [id, name]))
}
