import { command, query, router } from '~/server/api/procedure'
import { CreateNamespace, createNamespace } from './create-namespace'
import { ListNamespaces, listNamespaces, ReadNamespace, readNamespace } from './list-namespaces'

export const namespaces = router({
  list: query('namespaces.list', ListNamespaces, listNamespaces),
  read: query('namespaces.read', ReadNamespace, readNamespace),
  create: command('namespaces.create', CreateNamespace, createNamespace),
})
