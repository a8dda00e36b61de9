import { command, query, router, threshold } from '~/server/api/procedure'
import { ListInvitations, ListOnPlatform, listInvitations, listOnPlatform } from './list-invitations'
import { MakeInvitation, MakeOnPlatform, makeInvitation, makeOnPlatform, WithdrawInvitation, WithdrawOnPlatform, withdrawInvitation, withdrawOnPlatform } from './make-invitation'
import { AcceptInvitation, acceptInvitation, TakeInvitation, takeInvitation } from './take-invitation'

export const invitations = router({
  list: query('invitations.list', ListInvitations, listInvitations),
  listOnPlatform: query('invitations.listOnPlatform', ListOnPlatform, listOnPlatform),
  make: command('invitations.make', MakeInvitation, makeInvitation),
  makeOnPlatform: command('invitations.makeOnPlatform', MakeOnPlatform, makeOnPlatform),
  withdraw: command('invitations.withdraw', WithdrawInvitation, withdrawInvitation),
  withdrawOnPlatform: command('invitations.withdrawOnPlatform', WithdrawOnPlatform, withdrawOnPlatform),
  accept: threshold('invitations.accept', AcceptInvitation, acceptInvitation),
  take: command('invitations.take', TakeInvitation, takeInvitation),
})
