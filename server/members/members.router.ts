import { command, query, router } from '~/server/api/procedure'
import { EndRole, endRole, GrantRole, grantRole } from './grant-role'
import { ListMembers, listMembers } from './list-members'

export const members = router({
  list: query('members.list', ListMembers, listMembers),
  grant: command('members.grant', GrantRole, grantRole),
  end: command('members.end', EndRole, endRole),
})
