import { recordByItself } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import { raiseOnce } from '~/server/database/raise'
import type { Json } from '~/server/shared/canonical'
import { type Covering, isCovered } from './decide-exception'
import { sameStay, type Stay, stayKey } from './decide-stays'
import { type Breach, decideViolations, type OpenViolation, type ViolationStep } from './decide-violations'

type StayRow = Awaited<ReturnType<Transaction['residencyStay']['findMany']>>[number]
const stayOf = (row: StayRow): Stay => ({
  tenant: row.tenantId, namespace: row.namespaceId, allocation: row.allocationId, work: row.work, cluster: row.clusterId, node: row.nodeId, gpuMilli: String(row.gpuMilli), placed: row.placed, place: row.placeId,
  heardAt: row.heardAt?.toISOString() ?? null, region: row.region, state: row.state as Stay['state'], reason: row.reason as Stay['reason'], policy: row.policyVersion === null ? null : String(row.policyVersion), failover: row.failover,
})

type StayChange = { readonly ended: readonly string[]; readonly begun: readonly Stay[]; readonly goesOn: readonly { readonly id: string; readonly heardAt: string | null }[] }
/** What is as it was goes on; whatever is otherwise ends, and what it became begins. */
export function changesOf(open: readonly StayRow[], now: readonly Stay[]): StayChange {
  const before = new Map(open.map((row) => [stayKey({ tenant: row.tenantId, work: row.work, node: row.nodeId }), row]))
  const same = now.flatMap((stay) => {
    const row = before.get(stayKey(stay))
    return row && sameStay(stayOf(row), stay) ? [{ stay, id: row.id, heardAt: stay.heardAt }] : []
  })
  const [ids, stays] = [new Set(same.map(({ id }) => id)), new Set(same.map(({ stay }) => stay))]
  return { ended: open.filter(({ id }) => !ids.has(id)).map(({ id }) => id), begun: now.filter((stay) => !stays.has(stay)), goesOn: same.map(({ id, heardAt }) => ({ id, heardAt })) }
}

export async function writeStays(sql: Transaction, { ended, begun }: StayChange, now: Date): Promise<void> {
  if (ended.length > 0) await sql.$executeRaw`UPDATE residency_stay SET until = greatest(since, ${now}) WHERE id = ANY (${ended}::uuid[]) AND until IS NULL`
  if (begun.length === 0) return
  await sql.residencyStay.createMany({
    data: begun.map((stay) => ({
      tenantId: stay.tenant, namespaceId: stay.namespace, allocationId: stay.allocation, work: stay.work, clusterId: stay.cluster, nodeId: stay.node, gpuMilli: BigInt(stay.gpuMilli), placed: stay.placed, region: stay.region,
      state: stay.state, reason: stay.reason, placeId: stay.place, policyVersion: stay.policy === null ? null : BigInt(stay.policy), failover: stay.failover, since: now, seenAt: now, heardAt: stay.heardAt === null ? null : new Date(stay.heardAt),
    })),
  })
}
/** Of all tenants at once: that what goes on was seen again. A clock that was put back lets nothing end, or be seen, before it began. */
export const writeSeen = (sql: Transaction, goesOn: StayChange['goesOn'], now: Date) => sql.$executeRaw`UPDATE residency_stay s SET seen_at = greatest(s.since, ${now}), heard_at = g.heard::timestamptz
  FROM unnest(${goesOn.map(({ id }) => id)}::uuid[], ${goesOn.map(({ heardAt }) => heardAt)}::text[]) AS g (id, heard) WHERE s.id = g.id`

type ViolationRow = Awaited<ReturnType<Transaction['residencyViolation']['findMany']>>[number]
export const openOf = (row: ViolationRow): OpenViolation => ({
  id: row.id, work: row.work, namespace: row.namespaceId, allocation: row.allocationId, regions: row.regions, nodes: row.nodes, reason: row.reason as Breach['reason'], policy: row.policyVersion === null ? null : String(row.policyVersion), contained: row.containedAt !== null,
})
export const stepsOf = (stays: readonly Stay[], open: readonly ViolationRow[]): ViolationStep[] => decideViolations(stays, open.map(openOf))

/** Each step is said in the tenant's record in the transaction in which it is taken. That one began is told to whoever watches over the platform, once; not of what is excepted, unless it comes to be in a region more. */
export async function takeStep(sql: Transaction, tenant: string, step: ViolationStep, exceptions: readonly Covering[], now: Date): Promise<void> {
  const said = 'breach' in step ? { allocationId: step.breach.allocation, namespaceId: step.breach.namespace, work: step.breach.work, regions: [...step.breach.regions], nodes: [...step.breach.nodes], reason: step.breach.reason, policyVersion: step.breach.policy === null ? null : BigInt(step.breach.policy) } : null
  if (step.step === 'begin' && said) {
    const { id } = await sql.residencyViolation.create({ data: { tenantId: tenant, ...said, beganAt: now, changedAt: now } })
    await note(sql, tenant, 'residency.begin', id, step.breach.reason, { ...step.breach } as Json)
    if (!exceptions.some((one) => isCovered(one, step.breach))) await raiseOnce(sql, 'residency.violated', id, told(tenant, id, step.breach))
  } else if (step.step === 'update' && said) {
    const { regions, nodes, reason, policyVersion } = said
    await sql.$executeRaw`UPDATE residency_violation SET regions = ${regions}::text[], nodes = ${nodes}::text[], reason = ${reason}, policy_version = ${policyVersion}, changed_at = greatest(began_at, ${now}), version = version + 1 WHERE id = ${step.id}::uuid AND ended_at IS NULL`
    await note(sql, tenant, 'residency.update', step.id, step.breach.reason, { ...step.breach } as Json)
    const wasExcepted = exceptions.some((one) => isCovered(one, { work: step.breach.work, regions: [] }))
    if (wasExcepted && !exceptions.some((one) => isCovered(one, step.breach))) await raiseOnce(sql, 'residency.violated', `${step.id} ${regions.join()}`, told(tenant, step.id, step.breach))
  } else if (step.step === 'resolve') {
    await sql.$executeRaw`UPDATE residency_violation SET ended_at = greatest(began_at, ${now}), ended_because = ${step.because}, version = version + 1 WHERE id = ${step.id}::uuid AND ended_at IS NULL`
    await note(sql, tenant, 'residency.resolve', step.id, step.because, null)
  }
}
const told = (tenant: string, violation: string, { regions, nodes }: Pick<Breach, 'regions' | 'nodes'>) => ({ tenant, violation, region: regions[0] ?? '', node: nodes[0] ?? '' })

export const standingExceptions = (sql: Transaction, tenant: string, now: Date) => sql.residencyException.findMany({ where: { tenantId: tenant, endedAt: null, until: { gt: now } } })
/** Exceptions of which the engine has not said yet that they are over. */
export const overExceptions = (sql: Transaction, now: Date) => sql.residencyException.findMany({ where: { toldAt: null, OR: [{ until: { lte: now } }, { endedAt: { not: null } }] }, orderBy: { id: 'asc' } })
/** That one ran out is said in the record. What was excepted by it and goes on is open again: it is said, too, and told like one that begins. */
export async function comeBack(sql: Transaction, tenant: string, now: Date): Promise<void> {
  const over = (await overExceptions(sql, now)).filter(({ tenantId }) => tenantId === tenant)
  const standing = await standingExceptions(sql, tenant, now)
  const open = (await sql.residencyViolation.findMany({ where: { tenantId: tenant, endedAt: null } })).filter((violation) => !standing.some((one) => isCovered(one, violation)))
  for (const exception of over) {
    if (exception.endedAt === null) await recordByItself(sql, tenant, { action: 'residency.endException', input: { tenant, exception: exception.id }, because: 'ran_out', before: { exception: exception.id, until: exception.until.toISOString() }, after: { exception: exception.id, until: exception.until.toISOString() }, reference: crypto.randomUUID() })
    for (const violation of open.filter((one) => isCovered(exception, one))) {
      await sql.$executeRaw`UPDATE residency_violation SET changed_at = greatest(began_at, ${now}), version = version + 1 WHERE id = ${violation.id}::uuid AND ended_at IS NULL`
      await note(sql, tenant, 'residency.update', violation.id, 'exception_over', { exception: exception.id })
      await raiseOnce(sql, 'residency.violated', `${violation.id} ${exception.id}`, told(tenant, violation.id, violation))
    }
  }
  await sql.residencyException.updateMany({ where: { id: { in: over.map(({ id }) => id) } }, data: { toldAt: now } })
}
const note = (sql: Transaction, tenant: string, action: 'residency.begin' | 'residency.update' | 'residency.resolve', violation: string, because: string, after: Json) =>
  recordByItself(sql, tenant, { action, input: { tenant, name: violation }, because, before: null, after, reference: crypto.randomUUID() })
