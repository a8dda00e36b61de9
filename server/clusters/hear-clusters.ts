import { z } from 'zod'
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'
import { type Granted, type Nature, type SimulatedNode, type SimulatedWorkload, simulate, type World } from './simulate'
import type { NodePlace } from './report'
import { type Taken, takeReport } from './take-report'

/** A cluster of about a hundred nodes loses a piece of work every day or two. */
const nature: Nature = { seed: 'bailiwick', failsEveryHours: 2_000, silentEveryHours: null }

export type By = { /** What some nodes say of where they stand from now on. */ readonly places?: Readonly<Record<string, NodePlace | null>>; readonly now?: Date; readonly nature?: Nature; readonly clusters?: readonly string[] }
export type Happened = Pick<Taken, 'begun' | 'failed'>
/** What the simulated clusters say now goes in as any cluster's word does; what has begun and failed by it is to be said in the ledger. */
export async function hearClusters(lease: string, { now = new Date(), nature: of = nature, clusters, places = {} }: By = {}): Promise<Happened> {
  const taken = await underLease(lease, { loop: 'fleet' }, async (sql) => {
    const all: Taken[] = []
    const reports = simulate(await readWorld(sql, clusters ?? null), of, now.toISOString())
    // All of them at once, in the order in which everybody holds nodes: whoever holds some of several clusters would wait for what this holds, and this for them.
    await sql.$queryRaw`SELECT id FROM node WHERE id = ANY (${reports.flatMap(({ nodes }) => nodes.map(({ node }) => node))}::text[]) ORDER BY id FOR NO KEY UPDATE`
    for (const { cluster, nodes } of reports) {
      all.push(await takeReport(sql, { cluster, nodes: nodes.map((node) => ({ ...node, place: Object.hasOwn(places, node.node) ? (places[node.node] ?? null) : node.place })) }, now))
    }
    return all
  })
  return { begun: (taken ?? []).flatMap(({ begun }) => begun), failed: (taken ?? []).flatMap(({ failed }) => failed) }
}

type NodeRow = Omit<SimulatedNode, 'reportedAt'> & { reportedAt: Date | null }
type WorkloadRow = Omit<SimulatedWorkload, 'amounts' | 'startedAt' | 'overAt'> & { resources: string[]; granted: bigint[]; startedAt: Date; overAt: Date | null }
type GrantRow = Omit<Granted, 'amounts' | 'admittedAt' | 'nodes' | 'resizedAt'> & { resources: string[]; granted: bigint[]; admittedAt: Date; resizedAt: Date | null; placement: unknown }

/** Where each of its pods was placed; what cannot be read is nowhere, and begins nowhere. */
const Placed = z.object({ pods: z.array(z.object({ node: z.string() })) })
const nodesIn = (placement: unknown) => (placement === null ? null : (Placed.safeParse(placement).data?.pods.map(({ node }) => node) ?? []))

async function readWorld(sql: Transaction, only: readonly string[] | null): Promise<World> {
  const nodes = await sql.$queryRaw<NodeRow[]>`SELECT n.id, c.id AS cluster, c.region_id AS region, p.isolation_level AS isolation, p.owner_tenant AS owner, cardinality(p.taints) > 0 AS tainted, n.cordoned_at IS NOT NULL AS cordoned, r.jurisdiction AS law,
      CASE WHEN np.id IS NOT NULL THEN json_build_object('region', np.region, 'residency', np.residency, 'jurisdiction', np.jurisdiction, 'providerId', np.provider_id) END AS place,
      n.model, cardinality(n.gpu_free) AS gpus, n.gpu_memory AS "gpuMemory", n.cpu, n.memory, n.reported_at AS "reportedAt"
    FROM node n JOIN pool p ON p.id = n.pool_id JOIN cluster c ON c.id = p.cluster_id JOIN region r ON r.id = c.region_id LEFT JOIN node_place np ON np.node_id = n.id AND np.until IS NULL
    WHERE ${only}::text[] IS NULL AND c.kind = 'simulated' OR c.id = ANY (${only}) ORDER BY n.id`
  if (nodes.length === 0) return { nodes: [], workloads: [], granted: [] }
  const clusters = [...new Set(nodes.map(({ cluster }) => cluster))]
  const workloads = await sql.$queryRaw<WorkloadRow[]>`SELECT w.id, w.cluster_id AS cluster, w.node_id AS node, w.tenant_id AS tenant, w.namespace_id AS namespace, w.allocation_id::text AS allocation, w.resources, w.amounts AS granted,
      w.started_at AS "startedAt", a.id IS NOT NULL AS known, CASE WHEN a.state NOT IN ('admitted', 'running') THEN coalesce(a.ended_at, a.waiting_since, a.asked_at) WHEN a.preemptions > 0 AND w.started_at < a.admitted_at THEN a.admitted_at END AS "overAt"
    FROM workload w LEFT JOIN allocation a ON a.id = w.allocation_id WHERE w.cluster_id = ANY (${clusters}) ORDER BY w.cluster_id, w.id`
  const granted = await sql.$queryRaw<GrantRow[]>`SELECT a.id::text AS allocation, a.tenant_id AS tenant, a.namespace_id AS namespace, a.name, a.state = 'admitted' AS begins, a.pods, a.resources, a.amounts AS granted, a.admitted_at AS "admittedAt", t.isolation_level AS isolation,
      CASE WHEN a.placement IS NULL THEN coalesce(d.regions, '{}') ELSE ARRAY[a.region] END AS regions, coalesce(d.models, '{}') AS models, a.placement,
      (SELECT max(s.at) FROM decision s WHERE s.allocation_id = a.id AND s.action IN ('allocations.shrink', 'allocations.growBack') AND s.verdict = 'admit') AS "resizedAt"
    FROM allocation a JOIN tenant t ON t.id = a.tenant_id LEFT JOIN LATERAL (SELECT ARRAY(SELECT json_array_elements_text(outcome::json #> '{effects,regions}')) AS regions, ARRAY(SELECT json_array_elements_text(facts::json #> '{wish,models}')) AS models
      FROM decision WHERE allocation_id = a.id AND action IN ('allocations.create', 'allocations.amend') AND verdict <> 'refuse' ORDER BY at DESC, id DESC LIMIT 1) d ON a.state = 'admitted' AND NOT EXISTS (SELECT FROM workload w WHERE w.allocation_id = a.id)
    WHERE a.state IN ('admitted', 'running') AND a.ended_at IS NULL AND (a.placement IS NULL OR a.region = ANY (${[...new Set(nodes.map(({ region }) => region))]})) ORDER BY a.id`
  const amounts = ({ resources, granted }: { resources: string[]; granted: bigint[] }) => Object.fromEntries(resources.map((resource, at) => [resource, granted[at] ?? 0n]))
  return {
    nodes: nodes.map((node) => ({ ...node, reportedAt: node.reportedAt?.toISOString() ?? null })),
    workloads: workloads.map((row) => ({ ...row, amounts: amounts(row), startedAt: row.startedAt.toISOString(), overAt: row.overAt?.toISOString() ?? null })),
    granted: granted.map((row) => ({ ...row, amounts: amounts(row), admittedAt: row.admittedAt.toISOString(), resizedAt: row.resizedAt?.toISOString() ?? null, nodes: nodesIn(row.placement) })),
  }
}
