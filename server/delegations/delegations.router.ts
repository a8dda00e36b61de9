import { command, query, router } from '~/server/api/procedure'
import { BeginDelegation, BeginDelegationOnPlatform, beginDelegation, beginDelegationOnPlatform, EndDelegation, EndDelegationOnPlatform, endDelegation, endDelegationOnPlatform } from './change-delegation'
import { ListDelegations, ListDelegationsOnPlatform, listDelegations, listDelegationsOnPlatform } from './list-delegations'

export const delegations = router({
  begin: command('delegations.begin', BeginDelegation, beginDelegation),
  beginOnPlatform: command('delegations.beginOnPlatform', BeginDelegationOnPlatform, beginDelegationOnPlatform),
  end: command('delegations.end', EndDelegation, endDelegation),
  endOnPlatform: command('delegations.endOnPlatform', EndDelegationOnPlatform, endDelegationOnPlatform),
  list: query('delegations.list', ListDelegations, listDelegations),
  listOnPlatform: query('delegations.listOnPlatform', ListDelegationsOnPlatform, listDelegationsOnPlatform),
})
