import { z } from 'zod'
import { platformPolicies, policyFrom } from '~/server/admission/policy'
import { policiesNow } from '~/server/admission/policy-now'
import { residencyOfTenant } from '~/server/admission/residency/decide-failover'
import { decideNewWork, knownAt, lostIn } from '~/server/admission/residency/decide-new-work'
import { emergencyPolicies } from '~/server/admission/residency/failover-policy'
import { Handle } from '~/server/api/inputs'
import type { TenantReader } from '~/server/database/read'
import { labelsGiven } from '~/server/namespaces/decide-attributes'
import type { Jurisdiction } from '~/server/regions/decide-new-region'
import { isIsolationLevel, type IsolationLevel } from '~/server/tenants/isolation'
import { type Idle, isIdle, type OpenWish } from './decide-nudges'
import { isTheirs } from './decide-theirs'
import { decideWait, type WaitBucket, waitedLatelyMs } from './decide-wait'
import type { GpuModel } from './model'

export const PrepareAllocation = z.strictObject({ tenant: Handle, namespace: Handle.nullable() })
export type ClassShown = { id: string; title: string; value: number; preempts: boolean; preemptible: boolean; needsApproval: boolean; allowed: boolean }
/** What somebody should know before they ask: of the tenant, and of one of its namespaces, if one is chosen. */
export type Prepared = {
  isolation: IsolationLevel; regions: string[]; /** Of the regions in which it may be those in which there is a disaster: nothing new begins there until its end. */ lost: { region: string; until: string }[]; models: GpuModel[]; classes: ClassShown[]; normal: string; hours: { usual: number; most: number }
  /** How long each class usually waits here, where enough waited lately. */
  waits: Record<string, WaitBucket>
  /** As they were written when somebody last asked here. */
  labels: Record<string, string>
  open: OpenWish[]; idle: Idle[]
}

const [openMost, runningMost, pastMost] = [20, 200, 1_000]
const newest = [{ askedAt: 'desc' }, { id: 'desc' }] as const
const OfLabels = z.record(z.string(), z.string())
const OfWish = z.object({ wish: z.object({ models: z.array(z.string()), labels: z.record(z.string(), z.string()) }) })
type Row = { readonly id: string; readonly resources: readonly string[]; readonly amounts: readonly bigint[] }
const amountsOf = ({ resources, amounts }: Row) => Object.fromEntries(resources.map((resource, at) => [resource, String(amounts[at] ?? 0n)]))
const gpusOf = ({ resources, amounts }: Row) => resources.reduce((sum, resource, at) => (resource.endsWith('/gpu') ? sum + Number(amounts[at] ?? 0n) : sum), 0)

export async function prepareAllocation(db: TenantReader, { namespace }: z.infer<typeof PrepareAllocation>): Promise<Prepared> {
  const { isolationLevel, regions: own } = await db.rows.tenant.findUniqueOrThrow({ where: { id: db.tenant }, select: { isolationLevel: true, regions: true } })
  const place = namespace === null ? null : await db.rows.namespace.findUnique({ where: { tenantId_id: { tenantId: db.tenant, id: namespace } }, select: { isolationLevel: true } })
  const level = Math.max(isolationLevel, place?.isolationLevel ?? 0)
  const held = await policiesNow(db, db.tenant)
  const policy = policyFrom(held)
  const said = (kind: string) => held.find((one) => one.tenant === null && one.kind === kind)?.body
  const admission = platformPolicies.admission.schema.parse(said('admission') ?? platformPolicies.admission.usual)
  const priority = platformPolicies.priority.schema.parse(said('priority') ?? platformPolicies.priority.usual)
  const now = new Date().toISOString()
  const { disasters } = emergencyPolicies.disasters.schema.parse(said('disasters') ?? emergencyPolicies.disasters.usual)
  const known = knownAt((await db.rows.region.findMany({ select: { id: true, jurisdiction: true } })).map(({ id, jurisdiction }) => ({ region: id, jurisdiction: jurisdiction as Jurisdiction })), disasters, now)
  const { regions, saw } = decideNewWork(residencyOfTenant(policy, own, known, now), known, null, now)
  return {
    isolation: isIsolationLevel(level) ? level : 4, regions: [...regions], lost: lostIn(saw), models: await db.gpuModels(regions), normal: priority.normal,
    classes: priority.classes.map(({ id, title, value, preempts, preemptible, needsApproval }) => ({ id, title, value, preempts, preemptible, needsApproval, allowed: id === priority.normal || policy.allowedClasses.includes(id) })),
    hours: { usual: Math.min(admission.hoursUsual, admission.hoursMax), most: admission.hoursMax }, waits: await waitsOf(db), ...(namespace === null ? { labels: {}, open: [], idle: [] } : await aroundOf(db, namespace)),
  }
}

async function waitsOf({ rows, tenant }: TenantReader): Promise<Record<string, WaitBucket>> {
  const past = await rows.allocation.findMany({
    where: { tenantId: tenant, wish: { not: null }, approvedBy: null, preemptions: 0, admittedAt: { not: null }, askedAt: { gt: new Date(Date.now() - waitedLatelyMs) } }, orderBy: [...newest], take: pastMost, select: { class: true, askedAt: true, admittedAt: true },
  })
  const buckets = [...new Set(past.map(({ class: of }) => of))].flatMap((of): [string, WaitBucket][] => {
    const bucket = decideWait(past.filter((one) => one.class === of))
    return bucket === null ? [] : [[of, bucket]]
  })
  return Object.fromEntries(buckets)
}

async function aroundOf(db: TenantReader, namespaceId: string): Promise<Pick<Prepared, 'labels' | 'open' | 'idle'>> {
  const place = await db.rows.namespace.findUnique({ where: { tenantId_id: { tenantId: db.tenant, id: namespaceId } }, select: { costCentre: true, labels: true } })
  // What the namespace says of its work comes before what somebody said last.
  const given = place ? labelsGiven({ costCentre: place.costCentre, labels: OfLabels.parse(place.labels) }) : {}
  const last = await db.rows.allocation.findFirst({ where: { tenantId: db.tenant, namespaceId }, orderBy: [...newest], select: { id: true } })
  const open = await db.rows.allocation.findMany({ where: { tenantId: db.tenant, namespaceId, endedAt: null, state: { in: ['held', 'waiting'] } }, orderBy: [...newest], take: openMost })
  const asked = await db.rows.decision.findMany({ where: { action: { in: ['allocations.create', 'allocations.amend'] }, verdict: { not: 'refuse' }, allocationId: { in: [...new Set([...open.map(({ id }) => id), ...(last ? [last.id] : [])])] } }, orderBy: { at: 'asc' }, select: { allocationId: true, facts: true } })
  const wishes = new Map(asked.map(({ allocationId, facts }) => [allocationId, OfWish.safeParse(JSON.parse(facts)).data?.wish]))
  const roles = db.actor.bindings.filter((binding) => binding.tenant === db.tenant && (binding.namespace === null || binding.namespace === namespaceId)).map(({ role }) => role)
  const running = (await db.rows.allocation.findMany({ where: { tenantId: db.tenant, namespaceId, endedAt: null, state: 'running' }, orderBy: [...newest], take: runningMost })).filter(({ askedBy }) => isTheirs({ person: db.actor.personId, roles }, askedBy))
  const workloads = await db.rows.workload.findMany({ where: { allocationId: { in: running.map(({ id }) => id) } }, select: { allocationId: true, gpuUse: true } })
  const now = new Date().toISOString()
  return {
    labels: { ...wishes.get(last?.id ?? '')?.labels, ...given },
    open: open.map((row) => ({ allocation: row.id, name: row.name, state: row.state === 'held' ? 'held' : 'waiting', class: row.class, amounts: amountsOf(row), models: wishes.get(row.id)?.models ?? [] })),
    idle: running.filter((row) => isIdle({ allocation: row.id, name: row.name, pods: row.pods, gpus: gpusOf(row), shares: workloads.filter(({ allocationId }) => allocationId === row.id).map(({ gpuUse }) => gpuUse), runningSince: row.runningAt?.toISOString() ?? null }, now))
      .map((row) => ({ allocation: row.id, name: row.name, gpus: gpusOf(row) })),
  }
}
