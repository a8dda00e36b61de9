import { OnTenant } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { ChangeRole, changeRole, CreateRole, createRole, EndRole, endCustomRole } from './change-role'
import { listRoles } from './list-roles'

export const roles = router({
  list: query('roles.list', OnTenant, listRoles),
  create: command('roles.create', CreateRole, createRole),
  change: command('roles.change', ChangeRole, changeRole),
  end: command('roles.end', EndRole, endCustomRole),
})
