import { OnTenant } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { CreateNamespace, createNamespace } from './create-namespace'
import { namespaceShown } from './namespace'

export const namespaces = router({
  list: query('namespaces.list', OnTenant, async (db) => (await db.rows.namespace.findMany({ orderBy: { id: 'asc' }, take: 1000 })).map(namespaceShown)),
  create: command('namespaces.create', CreateNamespace, createNamespace),
})
