import { z } from 'zod'
import { matchPattern } from '~/server/admission/labels/match-pattern'
import { Version } from '~/server/api/inputs'
import { Denied } from '~/server/authorization/denied'
import type { TenantWriter } from '~/server/database/deed'
import { decideChange } from './decide-change'
import { aroundNow, attributesOf, columnsOf, lifeOf, namespaceShown, OfNamespace, OnNamespace } from './namespace'

export const ChangeNamespace = z.strictObject({ ...OnNamespace.shape, version: Version, ...OfNamespace })

/** What is said of it anew is for what begins after: what runs goes on as it was admitted. */
export async function changeNamespace(tx: TenantWriter<'namespaces.change'>, { tenant, namespace: id, version, ...wish }: z.infer<typeof ChangeNamespace>) {
  const where = { tenantId_id: { tenantId: tenant, id } }
  const before = await tx.rows.namespace.findUnique({ where, include: { tenant: { select: { frozenAt: true } } } })
  if (!before) throw new Denied('not_found')
  // Whoever owned it and has left stays its owner until another is named.
  const owner = wish.owner === before.ownerId ? null : wish.owner
  const decision = decideChange({ ...(await aroundNow(tx.rows, tenant, owner, tx.now)), ...lifeOf(before, before.tenant), version: before.version, now: attributesOf(before) }, { ...wish, version: BigInt(version) }, matchPattern)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const after = await tx.rows.namespace.update({ where, data: { ...columnsOf(wish), version: before.version + 1n } })
  return tx.record({ before: namespaceShown(before), after: namespaceShown(after) }, namespaceShown(after))
}
