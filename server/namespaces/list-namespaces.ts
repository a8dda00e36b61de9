import { z } from 'zod'
import { Find, Handle } from '~/server/api/inputs'
import { containing, orderOf, type Orders, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { TenantReader } from '~/server/database/read'
import { environments } from './decide-attributes'
import { type NamespaceShown, namespaceShown, namespaceStates, type OnNamespace } from './namespace'

const orders = {
  name: [['id', 'handle']],
  created: [['createdAt', 'moment'], ['id', 'handle']],
} as const satisfies Orders
/** Without a state: all that are there, which what was deleted is not. */
export const ListNamespaces = z.strictObject({ tenant: Handle, find: Find, state: z.enum(namespaceStates).nullable(), environment: z.enum(environments).nullable(), sort: z.enum(['name', 'created']), descending: z.boolean(), ...Paged })

const states = {
  open: { frozenAt: null, closingAt: null }, frozen: { frozenAt: { not: null }, closingAt: null }, closing: { closingAt: { not: null }, deletedAt: null }, deleted: { deletedAt: { not: null } },
} as const
export async function listNamespaces(db: TenantReader, { find, state, environment, sort, descending, ...asked }: z.infer<typeof ListNamespaces>): Promise<Page<NamespaceShown>> {
  const filters = { ...(state === null ? { deletedAt: null } : states[state]), ...(environment === null ? {} : { environment }) }
  const { rows, ...ends } = await pageOf(orderOf(orders, { sort, descending }), asked, ({ where, ...part }) => db.rows.namespace.findMany({ where: { AND: [filters, containing(find, 'id', 'title'), where] }, ...part }))
  return { rows: rows.map(namespaceShown), ...ends }
}

/** `people` are those named in it, as far as they are still here. */
export type NamespaceRead = NamespaceShown & { people: Record<string, string> }
export async function readNamespace(db: TenantReader, { namespace }: z.infer<typeof OnNamespace>): Promise<NamespaceRead> {
  const row = await db.rows.namespace.findUnique({ where: { tenantId_id: { tenantId: db.tenant, id: namespace } } })
  if (!row) throw new Denied('not_found')
  const named = row.ownerId === null ? [] : await db.rows.person.findMany({ where: { id: row.ownerId }, select: { id: true, name: true } })
  return { ...namespaceShown(row), people: Object.fromEntries(named.map(({ id, name }) => [id, name])) }
}
