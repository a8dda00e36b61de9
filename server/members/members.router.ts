import { command, query, router } from '~/server/api/procedure'
import { bindGroup, unbindGroup } from './bind-group'
import { endRole } from './end-role'
import { grantMany, grantRole } from './grant-role'
import { ListGroups, listGroups } from './list-groups'
import { ListMembers, listMembers } from './list-members'
import { BindGroup, EndRole, GrantMany, GrantRole, UnbindGroup } from './member'
import { NameMembers, nameMembers } from './name-members'
import { WhoMay, whoMay } from './who-may'

export const members = router({
  list: query('members.list', ListMembers, listMembers),
  listGroups: query('members.listGroups', ListGroups, listGroups),
  name: query('members.name', NameMembers, nameMembers),
  whoMay: query('members.whoMay', WhoMay, whoMay),
  grant: command('members.grant', GrantRole, grantRole),
  grantMany: command('members.grantMany', GrantMany, grantMany),
  end: command('members.end', EndRole, endRole),
  bindGroup: command('members.bindGroup', BindGroup, bindGroup),
  unbindGroup: command('members.unbindGroup', UnbindGroup, unbindGroup),
})
