import type { NewTenantRefusal } from '~/server/tenants/decide-new-tenant'
import { tenantRefusals } from '~/server/tenants/tenant.refusals'
import type { ApproveRefusal, RefuseRefusal, WithdrawRefusal } from './decide-request'

const { name_taken, region_unknown, organisation_unknown } = tenantRefusals
type Refusal = ApproveRefusal | RefuseRefusal | WithdrawRefusal | NewTenantRefusal
/** What stands in the way of an answer, and then of what it would do. */
export const requestRefusals = {
  not_found: { says: 'There is no such request.', fix: 'Look at the list again.' },
  already_decided: { says: 'It has been answered already.', fix: 'Look at the answer: it stands.' },
  terms_changed: { says: 'What would be done is not what you were shown.', fix: 'Look at it again, and then decide.' },
  own_request: { says: 'Nobody answers what they asked for, or gain by.', fix: 'Ask somebody else to decide. Whoever asked can withdraw it.' },
  name_taken: { says: name_taken.says, fix: 'Refuse it, and say that the name is taken.' },
  region_unknown: { says: region_unknown.says, fix: 'Have the region added first, or refuse it.' },
  person_unknown: { says: 'Whoever would become its admin is not here any more.', fix: 'Refuse it, and have it asked for with another admin.' },
  organisation_unknown: { says: organisation_unknown.says, fix: 'Have it created first, or refuse this.' },
} as const satisfies Record<Refusal, { says: string; fix: string }>
