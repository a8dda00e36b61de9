import { command, query, router } from '~/server/api/procedure'
import { EndStaff, endStaff, GrantStaff, grantStaff } from './change-staff'
import { ListStaffInTenant, listStaffInTenant } from './list-in-tenant'
import { ListStaff, listStaff } from './list-staff'

export const staff = router({
  list: query('staff.list', ListStaff, listStaff),
  listInTenant: query('staff.listInTenant', ListStaffInTenant, listStaffInTenant),
  grant: command('staff.grant', GrantStaff, grantStaff),
  end: command('staff.end', EndStaff, endStaff),
})
