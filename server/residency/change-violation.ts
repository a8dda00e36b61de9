import { z } from 'zod'
import { Handle, Prose, Uuid } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { NodeId } from '~/server/fleet/node'
import { decideAcknowledge, decideContain } from './decide-violation'

export const AcknowledgeViolation = z.strictObject({ tenant: Handle, violation: Uuid, note: Prose })
export const ContainViolation = z.strictObject({ tenant: Handle, violation: Uuid, nodes: z.array(NodeId).min(1).max(1_000) })
export const KeepResidency = z.strictObject({ tenant: Handle })

const find = (rows: PlatformWriter<WriteAction>['rows'], tenant: string, id: string) => rows.residencyViolation.findFirst({ where: { id, tenantId: tenant } })
const knownOf = (row: NonNullable<Awaited<ReturnType<typeof find>>>, sameWord = false) => ({ ended: row.endedAt !== null, contained: row.containedAt !== null, acknowledged: row.acknowledgedAt !== null, nodes: row.nodes, containedNodes: row.containedNodes, sameWord })

/** Somebody has looked at it and says what they found. It goes on as long as it is true. */
export async function acknowledgeViolation({ rows, now, actor, ...tx }: PlatformWriter<'residency.acknowledge'>, { tenant, violation: id, note }: z.infer<typeof AcknowledgeViolation>) {
  const row = await find(rows, tenant, id)
  const decision = decideAcknowledge(row && knownOf(row, row.note === note && row.acknowledgedBy === actor.personId))
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!decision.repeats) await rows.residencyViolation.updateMany({ where: { id, endedAt: null }, data: { acknowledgedAt: now, acknowledgedBy: actor.personId, note, changedAt: now, version: { increment: 1 } } })
  return tx.record({ before: { violation: id, note: row?.note ?? null }, after: { violation: id, note } }, { violation: id, repeats: decision.repeats })
}

/** Asked here, and done by the engine within seconds: the nodes that were signed take nothing new, wherever the work has come to meanwhile, and the work is ended by its own posting. Nothing of that can be half done. */
export async function containViolation({ rows, now, actor, ...tx }: PlatformWriter<'residency.contain'>, { tenant, violation: id, nodes }: z.infer<typeof ContainViolation>) {
  const row = await find(rows, tenant, id)
  const decision = decideContain(row && knownOf(row), nodes)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (row && !decision.repeats) {
    const containedNodes = [...new Set([...row.containedNodes, ...nodes])].sort()
    const { count } = await rows.residencyViolation.updateMany({ where: { id, endedAt: null, version: row.version }, data: { containedAt: now, containedBy: actor.personId, containedNodes, changedAt: now, version: { increment: 1 } } })
    if (count === 0) return tx.refuse('changed_meanwhile')
  }
  return tx.record({ before: { violation: id, contained: decision.repeats }, after: { violation: id, contained: true, nodes, allocation: row?.allocationId ?? null } }, { violation: id, repeats: decision.repeats })
}

/** What was seen until now goes into the record with the next look, and not only when its time has come. */
export async function keepResidency({ rows, now, tenant, ...tx }: TenantWriter<'residency.keep'>) {
  const book = await rows.residencyBook.findUnique({ where: { tenantId: tenant } })
  if (book && book.askedAt === null) await rows.residencyBook.updateMany({ where: { tenantId: tenant, askedAt: null }, data: { askedAt: now } })
  const writtenUntil = book?.writtenUntil.toISOString() ?? null
  return tx.record({ before: { writtenUntil }, after: { writtenUntil, asked: book !== null } }, { writtenUntil })
}
