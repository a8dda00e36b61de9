import { z } from 'zod'
import { Handle, Title } from '~/server/api/inputs'
import type { TenantWriter } from '~/server/database/deed'
import { decideNewNamespace } from './decide-new-namespace'
import { namespaceShown } from './namespace'

export const CreateNamespace = z.strictObject({ tenant: Handle, name: Handle, title: Title })

/** A namespace begins with an account that holds nothing: what it may hold is another deed. */
export async function createNamespace(tx: TenantWriter<'namespaces.create'>, wish: z.infer<typeof CreateNamespace>) {
  const { frozenAt, organisationId } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tx.tenant } })
  const same = await tx.rows.namespace.findUnique({ where: { tenantId_id: { tenantId: tx.tenant, id: wish.name } } })
  const decision = decideNewNamespace({ tenantFrozen: frozenAt !== null, titleOfSameName: same?.title ?? null }, wish)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (same) return tx.record({ before: namespaceShown(same), after: namespaceShown(same) }, namespaceShown(same))
  const made = await tx.rows.namespace.create({ data: { tenantId: tx.tenant, id: wish.name, title: wish.title, createdAt: tx.now } })
  const parent = await tx.rows.account.findFirstOrThrow({ where: { kind: 'tenant' }, select: { id: true } })
  await tx.rows.account.create({
    data: { id: `${parent.id}/${wish.name}`, kind: 'namespace', parentId: parent.id, organisationId, tenantId: tx.tenant, namespaceId: wish.name },
  })
  return tx.record({ before: null, after: namespaceShown(made) }, namespaceShown(made))
}
