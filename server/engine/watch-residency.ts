/**
 * Looks where work runs, again and again, and says what is otherwise than before: in the tables that pages read, in the record of the tenant that it is about, and as a signal. What a tenant's
 * policy or a platform admin says is to be contained is. Each tenant is a transaction of its own: killed between any two, the next look finds the rest undone.
 */
import { admitByItself } from '~/server/admission/admit'
import { failAllocation } from '~/server/allocations/change-allocation'
import { holdPlace, recordByItself } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { log } from '~/server/logs/log'
import { isCovered } from '~/server/residency/decide-exception'
import type { Stay } from '~/server/residency/decide-stays'
import { changesOf, comeBack, overExceptions, standingExceptions, stepsOf, takeStep, writeSeen, writeStays } from '~/server/residency/keep-stays'
import { lookAt, type Sight } from '~/server/residency/look'
import { overDisasters, tellOfDisasters } from '~/server/residency/tell-disasters'
import { dueBooks, noteLook, writeBook } from '~/server/residency/write-book'
import { eachAlone } from '~/server/shared/alone'

const loop = { loop: 'residency' } as const
const inTenant = (tenant: string) => ({ ...loop, tenant, namespaces: '*' }) as const
type Watched = { readonly now?: Date; /** Of whoever looks at these tenants and no others. */ readonly tenants?: readonly string[] }

export async function watchResidency(lease: string, { now: at, tenants }: Watched = {}): Promise<void> {
  const found = await underLease(lease, loop, (sql) => look(sql, at, tenants))
  if (!found) return
  await eachAlone([tellAll, comeBackAll, endDisasters, containAll, writeBooks], (part) => part(lease, found, tenants === undefined))
}
type Part = (lease: string, found: Found, ofAll: boolean) => Promise<unknown>
const tellAll: Part = (lease, { otherwise, sight, now }) => eachAlone(otherwise, (tenant) => underLease(lease, inTenant(tenant), (sql) => tell(sql, tenant, staysOf(sight, tenant), now)))
const comeBackAll: Part = (lease, { over, now }) => eachAlone(over, (tenant) => underLease(lease, inTenant(tenant), async (sql) => { if (await holdPlace(sql, tenant)) await comeBack(sql, tenant, now) }))
/** Of all tenants at once: so it is said by whoever looks at all of them. */
const endDisasters: Part = async (lease, { ranOut, now }, ofAll) => (ofAll && ranOut ? underLease(lease, { ...loop, platform: true, tenant: 'platform' }, (sql) => tellOfDisasters(sql, now)) : null)
const containAll: Part = async (lease, found) => eachAlone(await toContain(lease, found), (violation) => contain(lease, violation, found.now))
const writeBooks: Part = async (lease, { sight, now, mine }) => {
  const due = (await lookUnderLease(lease, loop, (sql) => dueBooks(sql, now))) ?? []
  return eachAlone(due.filter(mine).flatMap((tenant) => sight.tenants.get(tenant) ?? []), (judged) => underLease(lease, inTenant(judged.tenant), async (sql) => { if (await holdPlace(sql, judged.tenant)) await writeBook(sql, judged, sight.regions, now) }))
}

type Found = { readonly sight: Sight; readonly otherwise: readonly string[]; /** Whose exceptions are over. */ readonly over: readonly string[]; /** A disaster is over of which nobody has said so. */ readonly ranOut: boolean; readonly now: Date; readonly mine: (tenant: string) => boolean }
async function look(sql: Transaction, at: Date | undefined, tenants: readonly string[] | undefined): Promise<Found> {
  const [{ clock } = { clock: new Date() }] = await sql.$queryRaw<{ clock: Date }[]>`SELECT date_trunc('milliseconds', clock_timestamp()) AS clock`
  const now = at ?? clock
  const mine = (tenant: string) => tenants === undefined || tenants.includes(tenant)
  const sight = await lookAt(sql, now)
  const open = (await sql.residencyStay.findMany({ where: { until: null } })).filter(({ tenantId }) => mine(tenantId))
  const stays = sight.stays.filter(({ tenant }) => mine(tenant))
  const { ended, begun, goesOn } = changesOf(open, stays)
  await writeSeen(sql, goesOn, now)
  const endedIds = new Set(ended)
  const otherwise = new Set([...begun.map(({ tenant }) => tenant), ...open.filter(({ id }) => endedIds.has(id)).map(({ tenantId }) => tenantId)])
  // Where it is otherwise it was looked at when that is written, and not before: a book says of no time that somebody looked and nothing ran, because what ran was not written down.
  await noteLook(sql, [...sight.tenants.keys()].filter((tenant) => mine(tenant) && !otherwise.has(tenant)), now)
  const over = new Set((await overExceptions(sql, now)).map(({ tenantId }) => tenantId).filter(mine))
  return { sight, otherwise: [...otherwise].sort(), over: [...over].sort(), ranOut: (await overDisasters(sql, now)).length > 0, now, mine }
}
const staysOf = ({ stays }: Sight, tenant: string) => stays.filter((stay) => stay.tenant === tenant)

/** What became otherwise in one tenant. Violations are its deeds, numbered with all the others: so its place is held first. */
async function tell(sql: Transaction, tenant: string, stays: readonly Stay[], now: Date): Promise<void> {
  const steps = stepsOf(stays, await sql.residencyViolation.findMany({ where: { tenantId: tenant, endedAt: null } }))
  if (steps.length > 0 && !(await holdPlace(sql, tenant))) return
  await writeStays(sql, changesOf(await sql.residencyStay.findMany({ where: { tenantId: tenant, until: null } }), stays), now)
  const exceptions = steps.length > 0 ? await standingExceptions(sql, tenant, now) : []
  for (const step of steps) await takeStep(sql, tenant, step, exceptions, now)
  await noteLook(sql, [tenant], now)
}

type Contained = { readonly id: string; readonly tenant: string; readonly allocation: string | null; readonly nodes: readonly string[]; readonly isByItself: boolean }
/**
 * Of those that go on: what somebody asked for, on the nodes that they signed, and what the tenant's policy says is done without anybody's asking, on whichever it runs, unless somebody signed that it is left there.
 */
async function toContain(lease: string, { sight, mine, now }: Found): Promise<Contained[]> {
  const open = (await lookUnderLease(lease, loop, (sql) => sql.residencyViolation.findMany({ where: { endedAt: null }, orderBy: { id: 'asc' } }))) ?? []
  const exceptions = (await lookUnderLease(lease, loop, (sql) => sql.residencyException.findMany({ where: { endedAt: null, until: { gt: now } } }))) ?? []
  const isExcepted = (violation: (typeof open)[number]) => exceptions.some((one) => one.tenantId === violation.tenantId && isCovered(one, violation))
  return open.filter(({ tenantId }) => mine(tenantId)).flatMap((violation) => {
    const { id, tenantId: tenant, allocationId: allocation, nodes, containedAt, containedNodes, cordonedNodes } = violation
    const isByPolicy = sight.tenants.get(tenant)?.contains === true && !isExcepted(violation)
    if (!isByPolicy && containedAt === null) return []
    const asked = isByPolicy ? nodes : containedNodes
    return [{ id, tenant, allocation, nodes: asked.filter((node) => !cordonedNodes.includes(node)), isByItself: isByPolicy && nodes.some((node) => !containedNodes.includes(node)) }]
  })
}
/** Nothing new comes to the nodes, each of which is cordoned once: whoever lets go of one since is not overruled. And the work is ended: by its own posting, as anything that may not run is. To do that again changes nothing. */
async function contain(lease: string, { allocation, ...violation }: Contained, now: Date): Promise<void> {
  const { tenant } = violation
  if (violation.nodes.length > 0) await underLease(lease, inTenant(tenant), (sql) => cordonAll(sql, violation, now))
  if (allocation === null) return
  const answer = await admitByItself({ action: 'allocations.fail', decider: failAllocation, tenant, input: { tenant, allocation, because: 'region_not_allowed' } })
  if (!answer.ok) log.error('work that is where it may not be was not ended', { tenant, allocation, refusal: answer.refusal })
}
const because = 'Work ran here that may not be here.'
async function cordonAll(sql: Transaction, { id: violation, tenant, nodes, isByItself }: Omit<Contained, 'allocation'>, now: Date): Promise<void> {
  if (!(await holdPlace(sql, tenant))) return
  const cordoned = await sql.$queryRaw<{ id: string }[]>`UPDATE node SET cordoned_at = ${now}, cordoned_because = ${because}, version = version + 1
    WHERE id IN (SELECT id FROM node WHERE id = ANY (${nodes}::text[]) AND cordoned_at IS NULL ORDER BY id FOR NO KEY UPDATE) RETURNING id`
  await sql.$executeRaw`UPDATE residency_violation SET cordoned_nodes = ARRAY(SELECT DISTINCT n COLLATE "C" FROM unnest(cordoned_nodes || ${nodes}::text[]) AS n ORDER BY 1) WHERE id = ${violation}::uuid AND ended_at IS NULL`
  if (isByItself) await sql.$executeRaw`UPDATE residency_violation SET contained_at = coalesce(contained_at, ${now}), contained_nodes = ARRAY(SELECT DISTINCT n COLLATE "C" FROM unnest(contained_nodes || ${nodes}::text[]) AS n ORDER BY 1), changed_at = greatest(began_at, ${now}), version = version + 1
    WHERE id = ${violation}::uuid AND ended_at IS NULL`
  if (isByItself || cordoned.length > 0) await recordByItself(sql, tenant, { action: 'residency.update', input: { tenant, name: violation }, because: 'contained', before: null, after: { cordoned: cordoned.map(({ id }) => id).sort() }, reference: crypto.randomUUID() })
}
