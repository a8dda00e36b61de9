import { z } from 'zod'
import { unprintable } from '~/server/api/inputs'
import { Denied } from '~/server/authorization/denied'
import type { TenantWriter } from '~/server/database/deed'
import { decideDelete } from './decide-life'
import { emptyPlace } from './empty-place'
import { lifeOf, namespaceShown, OnNamespace } from './namespace'

/** `typed` is its name, as whoever deletes it typed it; `ends` is that what runs in it is to be ended. */
export const DeleteNamespace = z.strictObject({ ...OnNamespace.shape, typed: z.string().max(63).refine((text) => !unprintable.test(text), 'has no control characters'), ends: z.boolean() })

/**
 * The tenant's account is held since the deed began, and every batch of admission holds it too: of a wish that comes at the same moment either it was admitted before and is
 * counted here, or it finds the namespace closed. Where something is to be ended first, this only closes it; the engine ends what runs, and then deletes it.
 */
export async function deleteNamespace(tx: TenantWriter<'namespaces.delete'>, { tenant, namespace: id, typed, ends }: z.infer<typeof DeleteNamespace>) {
  const where = { tenantId_id: { tenantId: tenant, id } }
  const before = await tx.rows.namespace.findUnique({ where, include: { tenant: { select: { frozenAt: true } } } })
  if (!before) throw new Denied('not_found')
  const living = await tx.rows.allocation.count({ where: { tenantId: tenant, namespaceId: id, endedAt: null } })
  const asked = await tx.rows.request.count({ where: { tenantId: tenant, state: 'open', allocationId: null, payload: { path: ['namespace'], equals: id } } })
  const decision = decideDelete({ ...lifeOf(before, before.tenant), name: id, living, asked }, { typed, ends })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const closed = await tx.rows.namespace.update({ where, data: { closingAt: tx.now, closedBy: tx.actor.personId } })
  if (!decision.atOnce) return tx.record({ before: namespaceShown(before), after: { ...namespaceShown(closed), ending: living } }, { ...namespaceShown(closed), ending: living })
  const { row, givenBack, roles } = await emptyPlace(tx.rows, { tenant, namespace: id, by: tx.actor.personId }, tx.now)
  return tx.record({ before: namespaceShown(before), after: { ...namespaceShown(row), givenBack, roles } }, { ...namespaceShown(row), ending: 0 })
}
