import { OnTenant } from '~/server/api/inputs'
import { query, router } from '~/server/api/procedure'
import { listMembers } from './list-members'

export const members = router({ list: query('members.list', OnTenant, listMembers) })
