/** The one way in for what a cluster says, whatever kind it is of. */
import type { Transaction } from '~/server/database/client'
import { thresholdEntry } from '~/server/audit/entry'
import { noteAccesses } from '~/server/database/note-access'
import { raise, raiseEach } from '~/server/database/raise'
import { decideReport, type Impossible, impossibilities, type KnownNode } from './decide-report'
import { ClusterReport, type NodeReport } from './report'
import { takePlaces } from './take-places'

/** What is to be done in the ledger because of it, each by its own deed; and which nodes take nothing new from now on. */
export type Happening = { readonly tenant: string; readonly allocation: string; readonly region: string }
export type Taken = { readonly taken: number; readonly repeated: number; readonly notThere: number; readonly cordoned: readonly string[]; readonly begun: readonly Happening[]; readonly failed: readonly Happening[] }

const source = (reference: string) => ({ address: 'engine', userAgent: 'engine', reference })

/**
 * Takes what can be, cordons what says that it cannot, and tells what has begun and failed since. What was done about that is asked of the ledger, not remembered: a process
 * that is killed after this says it again with the next report.
 */
export async function takeReport(sql: Transaction, sent: unknown, now: Date): Promise<Taken> {
  const { cluster, nodes } = ClusterReport.parse(sent)
  const known = new Map((await sql.$queryRaw<(Omit<KnownNode, 'reportedAt'> & { reportedAt: Date | null; isCordoned: boolean })[]>`
    SELECT n.id, p.cluster_id AS cluster, n.model, cardinality(n.gpu_free) AS gpus, n.gpu_memory AS "gpuMemory", n.cpu, n.memory, n.reported_at AS "reportedAt", n.cordoned_at IS NOT NULL AS "isCordoned"
    FROM node n JOIN pool p ON p.id = n.pool_id WHERE n.id = ANY (${nodes.map(({ node }) => node)}) ORDER BY n.id FOR NO KEY UPDATE OF n`).map((node) => [node.id, node]))
  const verdicts = nodes.map((report) => {
    const node = known.get(report.node)
    return { report, node, verdict: decideReport(node ? { ...node, reportedAt: node.reportedAt?.toISOString() ?? null } : null, cluster, report, now.toISOString()) }
  })
  const taken = verdicts.filter(({ verdict }) => verdict.outcome === 'takes').map(({ report }) => report)
  await keep(sql, cluster, taken)
  await takePlaces(sql, cluster, taken)
  const cordoned = verdicts.flatMap(({ report, node, verdict }) => (verdict.outcome === 'impossible' && node && !node.isCordoned ? [{ id: report.node, because: verdict.because }] : []))
  if (cordoned.length) await cordon(sql, cluster, cordoned, now)
  const notThere = verdicts.filter(({ verdict }) => verdict.outcome === 'not_there')
  if (notThere.length) await raise(sql, 'cluster.strange_node', { cluster, nodes: notThere.slice(0, 20).map(({ report }) => report.node), times: notThere.length })
  return {
    taken: taken.length, repeated: verdicts.filter(({ verdict }) => verdict.outcome === 'repeats').length, notThere: notThere.length, cordoned: cordoned.map(({ id }) => id),
    begun: await begunIn(sql, cluster), failed: await failedIn(sql, cluster, taken),
  }
}

/** What a node says runs there is all that runs there. */
async function keep(sql: Transaction, cluster: string, reports: readonly NodeReport[]): Promise<void> {
  if (reports.length === 0) return
  const runs = reports.flatMap(({ node, at, workloads }) => workloads.map((of) => {
    const resources = Object.keys(of.amounts).sort()
    return { id: of.workload, tenant_id: of.tenant, namespace_id: of.namespace, allocation_id: of.allocation, node_id: node, resources, amounts: resources.map((resource) => of.amounts[resource]), gpu_use: of.gpuUse, cpu_use: of.cpuUse, memory_use: of.memoryUse, started_at: of.startedAt, reported_at: at }
  }))
  const rows = JSON.stringify(runs)
  await sql.$executeRaw`DELETE FROM workload w WHERE cluster_id = ${cluster} AND NOT EXISTS (SELECT FROM json_populate_recordset(NULL::workload, ${rows}::json) r WHERE r.id = w.id AND r.node_id = w.node_id)
    AND (node_id = ANY (${reports.map(({ node }) => node)}) OR id IN (SELECT id FROM json_populate_recordset(NULL::workload, ${rows}::json)))`
  await sql.$executeRaw`INSERT INTO workload (cluster_id, id, tenant_id, namespace_id, allocation_id, node_id, resources, amounts, gpu_use, cpu_use, memory_use, started_at, reported_at)
    SELECT ${cluster}, id, tenant_id, namespace_id, allocation_id, node_id, resources, amounts, gpu_use, cpu_use, memory_use, started_at, reported_at FROM json_populate_recordset(NULL::workload, ${rows}::json)
    ON CONFLICT (cluster_id, id) DO UPDATE SET gpu_use = excluded.gpu_use, cpu_use = excluded.cpu_use, memory_use = excluded.memory_use, resources = excluded.resources, amounts = excluded.amounts, started_at = excluded.started_at, reported_at = excluded.reported_at`
  await sql.$executeRaw`UPDATE node n SET reported_at = r.at::timestamptz FROM unnest(${reports.map(({ node }) => node)}::text[], ${reports.map(({ at }) => at)}::text[]) AS r (id, at) WHERE n.id = r.id`
}

/**
 * Nothing new comes to a node that says what cannot be, until somebody has looked at it. What runs there stays. What makes one say so is often the same for all of a cluster, as
 * new drivers are: asked for one by one, thousands do not fit into the time that a transaction has, and then nothing at all is heard of the fleet.
 */
async function cordon(sql: Transaction, cluster: string, nodes: readonly { id: string; because: Impossible }[], now: Date): Promise<void> {
  await sql.$executeRaw`UPDATE node n SET cordoned_at = ${now}, cordoned_because = w.because, version = version + 1 FROM unnest(${nodes.map(({ id }) => id)}::text[], ${nodes.map(({ because }) => impossibilities[because])}::text[]) AS w (id, because) WHERE n.id = w.id`
  await raiseEach(sql, 'node.impossible_report', nodes.map(({ id, because }) => ({ cluster, node: id, because })))
  await noteAccesses(sql, nodes.map(({ id, because }) => thresholdEntry({ verb: 'cordon', resource: 'nodes', name: id, actor: { serviceAccount: 'engine' }, outcome: 'done', reason: because, source: source(crypto.randomUUID()) })))
}

/** All of its pods run, and the ledger has not heard. What lost its place and has another is the same allocation: what ran of it before that says nothing of what runs now. */
const begunIn = (sql: Transaction, cluster: string) => sql.$queryRaw<Happening[]>`SELECT a.tenant_id AS tenant, a.id::text AS allocation, c.region_id AS region
  FROM allocation a JOIN workload w ON w.allocation_id = a.id AND w.tenant_id = a.tenant_id AND w.namespace_id = a.namespace_id JOIN cluster c ON c.id = w.cluster_id
  WHERE a.state = 'admitted' AND w.cluster_id = ${cluster} AND (a.preemptions = 0 OR w.started_at >= a.admitted_at) GROUP BY a.id, c.region_id HAVING count(*) >= a.pods ORDER BY a.id`

/** A cluster says what failed of what runs in it, and of nothing else; nor of what ran before its place was lost. */
async function failedIn(sql: Transaction, cluster: string, reports: readonly NodeReport[]): Promise<Happening[]> {
  const failed = reports.flatMap(({ workloads }) => workloads.filter((workload) => workload.failed).map(({ workload }) => workload))
  if (failed.length === 0) return []
  return sql.$queryRaw<Happening[]>`SELECT DISTINCT a.tenant_id AS tenant, a.id::text AS allocation, c.region_id AS region
    FROM allocation a JOIN workload w ON w.allocation_id = a.id AND w.tenant_id = a.tenant_id AND w.namespace_id = a.namespace_id JOIN cluster c ON c.id = w.cluster_id
    WHERE a.state IN ('admitted', 'running') AND coalesce(a.region, c.region_id) = c.region_id AND w.cluster_id = ${cluster} AND w.id = ANY (${failed}) AND (a.preemptions = 0 OR w.started_at >= a.admitted_at) ORDER BY 2`
}
