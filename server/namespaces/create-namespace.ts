import { z } from 'zod'
import { matchPattern } from '~/server/admission/labels/match-pattern'
import { Handle } from '~/server/api/inputs'
import type { TenantWriter } from '~/server/database/deed'
import { decideNewNamespace } from './decide-new-namespace'
import { aroundNow, attributesOf, columnsOf, namespaceShown, OfNamespace } from './namespace'
import { prefixOf } from './namespaces-policy'

export const CreateNamespace = z.strictObject({ tenant: Handle, name: Handle, ...OfNamespace })

/** A namespace begins with an account that holds nothing: what it may hold is another deed. */
export async function createNamespace(tx: TenantWriter<'namespaces.create'>, { tenant, name, ...wish }: z.infer<typeof CreateNamespace>) {
  const { frozenAt, organisationId } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tx.tenant } })
  const same = await tx.rows.namespace.findUnique({ where: { tenantId_id: { tenantId: tx.tenant, id: name } } })
  const decision = decideNewNamespace({
    ...(await aroundNow(tx.rows, tenant, wish.owner, tx.now)), tenant, tenantFrozen: frozenAt !== null, prefix: await prefixOf(tx.rows, tenant),
    open: await tx.rows.namespace.count({ where: { tenantId: tenant, deletedAt: null } }),
    same: same && { ...attributesOf(same), isClosed: same.closingAt !== null },
  }, { name, ...wish }, matchPattern)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (same) return tx.record({ before: namespaceShown(same), after: namespaceShown(same) }, namespaceShown(same))
  const made = await tx.rows.namespace.create({ data: { tenantId: tx.tenant, id: name, ...columnsOf(wish), createdAt: tx.now } })
  const parent = await tx.rows.account.findFirstOrThrow({ where: { kind: 'tenant' }, select: { id: true } })
  await tx.rows.account.create({
    data: { id: `${parent.id}/${name}`, kind: 'namespace', parentId: parent.id, organisationId, tenantId: tx.tenant, namespaceId: name },
  })
  return tx.record({ before: null, after: namespaceShown(made) }, namespaceShown(made))
}
