import { command, query, router } from '~/server/api/procedure'
import { ChangeNamespace, changeNamespace } from './change-namespace'
import { CreateNamespace, createNamespace } from './create-namespace'
import { DeleteNamespace, deleteNamespace } from './delete-namespace'
import { freezeNamespace, thawNamespace } from './freeze-namespace'
import { listPeople } from './list-people'
import { ListNamespaces, listNamespaces, readNamespace } from './list-namespaces'
import { OnNamespace } from './namespace'
import { PrepareNamespace, prepareNamespace, readObjects } from './prepare-namespace'

export const namespaces = router({
  list: query('namespaces.list', ListNamespaces, listNamespaces),
  read: query('namespaces.read', OnNamespace, readNamespace),
  objects: query('namespaces.objects', OnNamespace, readObjects),
  people: query('namespaces.people', OnNamespace, listPeople),
  prepare: query('namespaces.prepare', PrepareNamespace, prepareNamespace),
  create: command('namespaces.create', CreateNamespace, createNamespace),
  change: command('namespaces.change', ChangeNamespace, changeNamespace),
  freeze: command('namespaces.freeze', OnNamespace, freezeNamespace),
  thaw: command('namespaces.thaw', OnNamespace, thawNamespace),
  delete: command('namespaces.delete', DeleteNamespace, deleteNamespace),
})
