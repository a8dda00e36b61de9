import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { ApproveRequest, approveRequest, RefuseRequest, refuseRequest, WithdrawRequest, withdrawRequest } from './answer-request'
import { countWaiting, ListRequests, listRequests, ListRequestsInTenant, listRequestsInTenant, ReadRequest, readRequest, ReadRequestInTenant, readRequestInTenant } from './list-requests'

export const requests = router({
  countWaiting: query('requests.countWaiting', Nothing, countWaiting),
  list: query('requests.list', ListRequests, listRequests),
  read: query('requests.read', ReadRequest, readRequest),
  listInTenant: query('requests.listInTenant', ListRequestsInTenant, listRequestsInTenant),
  readInTenant: query('requests.readInTenant', ReadRequestInTenant, readRequestInTenant),
  approve: command('requests.approve', ApproveRequest, approveRequest),
  refuse: command('requests.refuse', RefuseRequest, refuseRequest),
  withdraw: command('requests.withdraw', WithdrawRequest, withdrawRequest),
})
