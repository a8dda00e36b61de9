import { command, query, router } from '~/server/api/procedure'
import { EndStaff, endStaff, GrantStaff, grantStaff } from './change-staff'
import { ListStaff, listStaff } from './list-staff'

export const staff = router({
  list: query('staff.list', ListStaff, listStaff),
  grant: command('staff.grant', GrantStaff, grantStaff),
  end: command('staff.end', EndStaff, endStaff),
})
