/** What is known of a case when something is to be done about it. */
import type { ReadRows } from '~/server/database/rows'
import type { Json } from '~/server/shared/canonical'
import { type Idle, idleOf, type Named, type Watch } from './decide-idle'
import { decideSmaller, type Smaller } from './decide-smaller'
import type { Ladder } from './decide-step'
import { gpuParts } from '~/server/admission/placement/decide-placement'
import { bindings, partsMost, type Step, type StepKind } from './step'

type Borrowed = Named & { readonly idleSince: null }

export const stepOf = (row: Omit<Step, 'kind'> & { readonly kind: string }): Step => ({ ...row, kind: row.kind as StepKind })

/** A case of this tenant; another's is none. */
export async function ladderOf(rows: Pick<ReadRows, 'caseFile' | 'caseStep'>, tenant: string, id: string): Promise<Ladder | null> {
  const file = await rows.caseFile.findFirst({ where: { id, tenantId: tenant }, select: { closedAt: true, shadow: true, steps: { orderBy: [{ takenAt: 'asc' }, { id: 'asc' }] } } })
  const bound = await rows.caseStep.findMany({ where: { tenantId: tenant, kind: { in: [...bindings] }, endedAt: null }, select: { kind: true } })
  return file && { closed: file.closedAt !== null, shadow: file.shadow, steps: file.steps.map(stepOf), bound: bound.map(({ kind }) => kind as StepKind) }
}

/** As many of a case's signals as say what a step may name. */
const evidenceMost = 500
type Reads = Pick<ReadRows, 'signal' | 'useWatch'>
async function evidenceIn({ signal }: Pick<ReadRows, 'signal'>, id: string): Promise<Named[]> {
  const evidence = await signal.findMany({ where: { caseId: id }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: evidenceMost, select: { body: true } })
  return evidence.flatMap(({ body }) => namedIn(body as { readonly [key: string]: Json }))
}
/** What a case is about that stands unused now. */
export async function idleIn({ signal, useWatch }: Reads, id: string, now: Date): Promise<Idle[]> {
  const named = await evidenceIn({ signal }, id)
  const watched = await useWatch.findMany({ where: { allocationId: { in: named.map(({ allocation }) => allocation) } }, select: { allocationId: true, idleSince: true, seenAt: true } })
  return idleOf(named, new Map<string, Watch>(watched.map(({ allocationId, ...watch }) => [allocationId, watch])), now)
}

/** What a case is about that has more GPUs than it needs. `account` is where it is charged. */
type Spare = Named & Smaller & { readonly idleSince: null; readonly account: string }
const [weekMs] = [7 * 24 * 3_600_000]
/** Of what the evidence names, what runs and is known well enough: what would come back most comes first. */
export async function spareIn({ signal, allocation, useDay }: Pick<ReadRows, 'signal' | 'allocation' | 'useDay'>, id: string, tenant: string, now: Date): Promise<Spare[]> {
  const named = new Map((await evidenceIn({ signal }, id)).map((one) => [one.allocation, one]))
  const found = await allocation.findMany({ where: { id: { in: [...named.keys()] }, tenantId: tenant, reserved: false, state: { in: ['admitted', 'running'] } }, select: { id: true, pods: true, resources: true, amounts: true, accountId: true } })
  const days = await useDay.findMany({ where: { allocationId: { in: found.map((row) => row.id) }, day: { gt: new Date(now.getTime() - weekMs) } }, select: { allocationId: true, samples: true, podMost: true } })
  return found.flatMap((row) => {
    const [one, size] = [named.get(row.id), decideSmaller(row, days.filter(({ allocationId }) => allocationId === row.id))]
    return one && size ? [{ ...one, ...size, idleSince: null, account: row.accountId, gpuMilli: String(BigInt(size.back) * 1_000n) }] : []
  }).sort((one, other) => Number(BigInt(other.back) - BigInt(one.back)) || (one.allocation < other.allocation ? -1 : 1)).slice(0, partsMost)
}
/** What the tenant has borrowed and holds: the first to go, unless it is reserved. What is mildest to lose comes first. */
export async function borrowedIn({ allocation }: Pick<ReadRows, 'allocation'>, tenant: string): Promise<Borrowed[]> {
  const found = await allocation.findMany({ where: { tenantId: tenant, burst: true, reserved: false, state: { in: ['admitted', 'running'] } }, orderBy: [{ priority: 'asc' }, { admittedAt: 'desc' }, { id: 'asc' }], take: partsMost, select: { id: true, namespaceId: true, name: true, askedBy: true, resources: true, amounts: true } })
  return found.map(({ id, namespaceId: namespace, name, askedBy: person, resources, amounts }) => ({ allocation: id, namespace, name, person, gpuMilli: String(gpuMilliOf(resources, amounts)), idleSince: null }))
}
const gpuMilliOf = (resources: readonly string[], amounts: readonly bigint[]) => resources.reduce((sum, resource, at) => sum + (amounts[at] ?? 0n) * (resource === gpuParts ? 1n : resource.endsWith('/gpu') ? 1_000n : 0n), 0n)

/** Only what has GPUs and is somebody's allocation can be named. */
function namedIn({ allocation, namespace, name, person, gpuMilli }: { readonly [key: string]: Json }): Named[] {
  const all = [allocation, namespace, name, person, gpuMilli]
  return all.every((one) => typeof one === 'string') ? [{ allocation, namespace, name, person, gpuMilli } as Named] : []
}
