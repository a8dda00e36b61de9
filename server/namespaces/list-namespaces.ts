import { z } from 'zod'
import { Find, Handle } from '~/server/api/inputs'
import { containing, orderOf, type Orders, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { TenantReader } from '~/server/database/read'
import { type NamespaceShown, namespaceShown } from './namespace'

const orders = {
  name: [['id', 'handle']],
  created: [['createdAt', 'moment'], ['id', 'handle']],
} as const satisfies Orders
export const ListNamespaces = z.strictObject({ tenant: Handle, find: Find, sort: z.enum(['name', 'created']), descending: z.boolean(), ...Paged })
export const ReadNamespace = z.strictObject({ tenant: Handle, namespace: Handle })

export async function listNamespaces(db: TenantReader, { find, sort, descending, ...asked }: z.infer<typeof ListNamespaces>): Promise<Page<NamespaceShown>> {
  const { rows, ...ends } = await pageOf(orderOf(orders, { sort, descending }), asked, ({ where, ...part }) => db.rows.namespace.findMany({ where: { AND: [containing(find, 'id', 'title'), where] }, ...part }))
  return { rows: rows.map(namespaceShown), ...ends }
}

export async function readNamespace(db: TenantReader, { namespace }: z.infer<typeof ReadNamespace>): Promise<NamespaceShown> {
  const row = await db.rows.namespace.findUnique({ where: { tenantId_id: { tenantId: db.tenant, id: namespace } } })
  if (!row) throw new Denied('not_found')
  return namespaceShown(row)
}
