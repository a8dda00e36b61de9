/** What is known of a case when something is to be done about it. */
import type { ReadRows, WriteRows } from '~/server/database/rows'
import type { Json } from '~/server/shared/canonical'
import { type Idle, idleOf, type Named, type Watch } from './decide-idle'
import type { Ladder } from './decide-step'
import { bindings, type Step, type StepKind } from './step'

export const stepOf = (row: Omit<Step, 'kind'> & { readonly kind: string }): Step => ({ ...row, kind: row.kind as StepKind })

/** A case of this tenant; another's is none. */
export async function ladderOf(rows: WriteRows, tenant: string, id: string): Promise<Ladder | null> {
  const file = await rows.caseFile.findFirst({ where: { id, tenantId: tenant }, select: { closedAt: true, shadow: true, steps: { orderBy: [{ takenAt: 'asc' }, { id: 'asc' }] } } })
  const bound = await rows.caseStep.findMany({ where: { tenantId: tenant, kind: { in: [...bindings] }, endedAt: null }, select: { kind: true } })
  return file && { closed: file.closedAt !== null, shadow: file.shadow, steps: file.steps.map(stepOf), bound: bound.map(({ kind }) => kind as StepKind) }
}

/** As many of a case's signals as say what a step may name. */
const evidenceMost = 500
type Reads = Pick<ReadRows, 'signal' | 'useWatch'>
/** What a case is about that stands unused now. */
export async function idleIn({ signal, useWatch }: Reads, id: string, now: Date): Promise<Idle[]> {
  const evidence = await signal.findMany({ where: { caseId: id }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: evidenceMost, select: { body: true } })
  const named = evidence.flatMap(({ body }) => namedIn(body as { readonly [key: string]: Json }))
  const watched = await useWatch.findMany({ where: { allocationId: { in: named.map(({ allocation }) => allocation) } }, select: { allocationId: true, idleSince: true, seenAt: true } })
  return idleOf(named, new Map<string, Watch>(watched.map(({ allocationId, ...watch }) => [allocationId, watch])), now)
}

/** Only what has GPUs and is somebody's allocation can be named. */
function namedIn({ allocation, namespace, name, person, gpuMilli }: { readonly [key: string]: Json }): Named[] {
  const all = [allocation, namespace, name, person, gpuMilli]
  return all.every((one) => typeof one === 'string') ? [{ allocation, namespace, name, person, gpuMilli } as Named] : []
}
