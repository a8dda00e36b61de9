import { query, router } from '~/server/api/procedure'
import { ListMembers, listMembers } from './list-members'

export const members = router({ list: query('members.list', ListMembers, listMembers) })
