import type { BeginRefusal, EndRefusal } from './decide-delegation'
import { thawing } from '~/server/tenants/frozen.refusals'

export const delegationRefusals = {
  tenant_frozen: { says: 'The tenant is frozen: nothing in it can be changed.', fix: thawing },
  until_not_possible: { says: 'The end must lie ahead, and within 30 days.', fix: 'Choose an earlier day, or have somebody given the role.' },
  person_unknown: { says: 'Nobody who holds a role here has that e-mail.', fix: 'Check the address, or have them given a role first.' },
  own_delegate: { says: 'You named yourself.', fix: 'Name somebody else.' },
  audits: { says: 'Whoever audits a place decides nothing in it.', fix: 'Name somebody who does not.' },
  already_delegated: { says: 'Somebody decides for you here already.', fix: 'End that first.' },
  not_found: { says: 'There is no such delegation.', fix: 'Look at the list again.' },
  not_yours: { says: 'It is neither yours nor does it name you.', fix: 'Ask either of the two to end it.' },
  already_ended: { says: 'It has ended.', fix: 'Nothing to do.' },
} as const satisfies Record<BeginRefusal | EndRefusal, { says: string; fix: string }>
