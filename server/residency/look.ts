import { loadOf } from '~/server/clusters/decide-report'
import { type Disaster, failoverOf, residencyAt } from '~/server/admission/residency/decide-failover'
import type { KnownRegion, Residency } from '~/server/admission/residency/decide-residency'
import { emergencyPolicies } from '~/server/admission/residency/failover-policy'
import { ResidencyPolicy } from '~/server/admission/residency/residency-policy'
import type { Transaction } from '~/server/database/client'
import type { Json } from '~/server/shared/canonical'
import { decideStay, type Rule, type Run, type Stay } from './decide-stays'
import type { Evidence } from './decide-where'

/** A tenant as it is judged: its own word, or the regions that it was made with; `contains` is whether a violation is ended without anybody's asking. */
export type Judged = { readonly tenant: string; /** Where it may be as long as nothing is said of it. */ readonly own: Residency; readonly rule: Rule; readonly contains: boolean }
export type Sight = { readonly tenants: ReadonlyMap<string, Judged>; readonly regions: readonly KnownRegion[]; readonly stays: readonly Stay[] }

type RunRow = { tenant: string; namespace: string | null; allocation: string | null; workload: string; cluster: string; node: string; resources: string[]; amounts: bigint[]; placed: string; place: string | null; heardAt: Date | null } & Evidence

/** Everything that runs by its cluster's word, whoever let it run, judged by what is said now. */
export async function lookAt(sql: Transaction, now: Date): Promise<Sight> {
  const regions = (await sql.region.findMany({ select: { id: true, jurisdiction: true } })).map(({ id, jurisdiction }) => ({ region: id, jurisdiction: jurisdiction as KnownRegion['jurisdiction'] }))
  const rows = await sql.$queryRaw<TenantRow[]>`SELECT t.id AS tenant, t.regions, p.version, p.body, f.body AS failover FROM tenant t LEFT JOIN policy p ON p.tenant_id = t.id AND p.kind = 'residency' AND p.valid_to IS NULL
    LEFT JOIN policy f ON f.tenant_id = t.id AND f.kind = 'failover' AND f.valid_to IS NULL ORDER BY t.id`
  const disasters = disastersIn(await sql.policy.findFirst({ where: { tenantId: null, kind: 'disasters', validTo: null }, select: { body: true } }))
  const tenants = new Map(rows.map((row) => [row.tenant, judgedOf(row, disasters, regions, now.toISOString())]))
  const runs = await sql.$queryRaw<RunRow[]>`SELECT w.tenant_id AS tenant, w.namespace_id AS namespace, w.allocation_id::text AS allocation, w.id AS workload, w.cluster_id AS cluster, w.node_id AS node, w.resources, w.amounts, c.region_id AS placed,
      np.id::text AS place, n.reported_at AS "heardAt", np.region, np.residency, np.jurisdiction, np.provider_id AS "providerId"
    FROM workload w JOIN node n ON n.id = w.node_id JOIN cluster c ON c.id = w.cluster_id LEFT JOIN node_place np ON np.node_id = n.id AND np.until IS NULL WHERE w.tenant_id IS NOT NULL ORDER BY w.tenant_id, w.id`
  const at = now.toISOString()
  const stays = foldRuns(runs).flatMap((run) => {
    const judged = tenants.get(run.tenant)
    return judged ? [decideStay(run, judged.rule, regions, at)] : []
  })
  return { tenants, regions, stays }
}

type TenantRow = { tenant: string; regions: string[]; version: bigint | null; body: Json; failover: Json }
type Said = { readonly body: unknown } | null | undefined
export const disastersIn = (row: Said): readonly Disaster[] => emergencyPolicies.disasters.schema.parse(row?.body ?? emergencyPolicies.disasters.usual).disasters
export const preparedIn = (row: Said): readonly string[] => emergencyPolicies.failover.schema.parse(row?.body ?? emergencyPolicies.failover.usual).regions
export const residencyOf = (body: Json): Residency => {
  const { contains: _, ...residency } = ResidencyPolicy.parse(body)
  return residency
}
function judgedOf({ tenant, regions, version, body, failover }: TenantRow, disasters: readonly Disaster[], known: readonly KnownRegion[], now: string): Judged {
  const own: Residency = { jurisdiction: null, allowed: regions, prohibited: [] }
  const said = version === null ? own : residencyOf(body)
  const prepared = failoverOf(preparedIn({ body: failover }), disasters)
  return { tenant, own, rule: { version: version === null ? null : String(version), residency: residencyAt(said, prepared, known, now) }, contains: version !== null && (ResidencyPolicy.parse(body).contains ?? false) }
}

/** The pods of one piece of work on one node are one. */
function foldRuns(rows: readonly RunRow[]): Run[] {
  const found = new Map<string, Run & { gpuMilli: string }>()
  for (const { tenant, namespace, allocation, workload, cluster, node, resources, amounts, placed, place, heardAt, region, residency, jurisdiction, providerId } of rows) {
    const work = allocation ?? `${cluster}/${workload}`
    const { gpuMilli } = loadOf([Object.fromEntries(resources.map((resource, at) => [resource, amounts[at] ?? 0n]))])
    const key = `${tenant} ${work} ${node}`
    const sofar = BigInt(found.get(key)?.gpuMilli ?? 0)
    found.set(key, { tenant, namespace, allocation, work, cluster, node, gpuMilli: String(sofar + gpuMilli), placed, place, evidence: place === null ? null : { region, residency, jurisdiction, providerId }, heardAt: heardAt?.toISOString() ?? null })
  }
  return [...found.values()]
}
