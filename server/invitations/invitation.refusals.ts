import type { PasswordRefusal } from '~/server/passwords/decide-password'
import { newPasswordRefusals } from '~/server/passwords/password.refusals'
import type { MakeRefusal } from './decide-invitation'
import { thawing } from '~/server/tenants/frozen.refusals'

export type TakeRefusal = 'link_not_accepted' | 'tenant_frozen' | 'already_holds' | 'operates_and_audits' | 'has_account' | 'source_blocked' | PasswordRefusal

export const invitationRefusals = {
  ...newPasswordRefusals,
  tenant_frozen: { says: 'The tenant is frozen: nothing in it can be changed.', fix: thawing },
  role_not_here: { says: 'That role is not held there.', fix: 'Choose a namespace for a namespace admin, and the whole tenant for an admin, an approver or an auditor.' },
  until_not_possible: { says: 'It cannot end then.', fix: 'Choose an end that lies ahead, within two years, or none.' },
  role_unknown: { says: 'The tenant has no such role of its own.', fix: 'Look at its roles again.' },
  namespace_unknown: { says: 'This tenant has no such namespace.', fix: 'Choose one that it has, or create it first.' },
  own_address: { says: 'Nobody invites themselves.', fix: 'Ask another admin.' },
  already_invited: { says: 'That address has an open invitation to that role there.', fix: 'Withdraw it first, if the link was lost.' },
  too_many_open: { says: 'There are 200 open invitations.', fix: 'Withdraw those that nobody needs.' },
  not_found: { says: 'There is no such invitation here.', fix: 'Look at the list again.' },
  not_open: { says: 'That invitation is over.', fix: 'Nothing to do.' },
  link_not_accepted: { says: 'That link was not accepted: it was used, taken back, or is too old.', fix: 'Ask whoever gave it to you for another one.' },
  already_holds: { says: 'You hold that role there already.', fix: 'Nothing to do.' },
  operates_and_audits: { says: 'Nobody runs the platform and audits it.', fix: 'Have your other role on it ended first, or leave this one to somebody else.' },
  has_account: { says: 'There is an account with this address.', fix: 'Sign in with it, and open the link again.' },
  source_blocked: { says: 'Too many links from where you are were not accepted.', fix: 'Try again in a quarter of an hour.' },
} as const satisfies Record<MakeRefusal | TakeRefusal | 'not_found' | 'not_open', { says: string; fix: string }>
