import type { AnswerRefusal, BeginRefusal, LineRefusal } from './decide-review'
import type { ShutOutRefusal } from '~/server/staff/decide-shut-out'
import { staffRefusals } from '~/server/staff/staff.refusals'
import { thawing } from '~/server/tenants/frozen.refusals'

const { admin_lately, second_in_a_day } = staffRefusals
export const reviewRefusals = {
  not_found: { says: 'There is no such review.', fix: 'Look at the list again.' },
  tenant_frozen: { says: 'The tenant is frozen: nothing in it can be changed.', fix: `${thawing} The deadline waits until it is thawed.` },
  already_open: { says: 'A review is open here already.', fix: 'Decide what is open in it. Another can begin when it is closed.' },
  review_over: { says: 'The deadline has passed: what nobody kept is ended.', fix: 'Whoever still needs something is given it again.' },
  not_everything: { says: 'Some of these cannot be decided by you, so none of them was.', fix: 'Leave out those that are named, and sign the others.' },
  line_unknown: { says: 'It is not in this review.', fix: 'Look at the list again.' },
  own_access: { says: 'Nobody decides about what they hold themselves.', fix: 'Somebody else decides it.' },
  not_asked: { says: 'The tenant’s own admins decide this.', fix: 'Leave it to them.' },
  is_over: { says: 'It has ended already.', fix: 'Nothing to do.' },
  admin_lately, second_in_a_day,
  last_admin: { says: 'It is the only admin whose role has no end.', fix: 'Make somebody else an admin first, without an end.' },
} as const satisfies Record<BeginRefusal | AnswerRefusal | LineRefusal | 'not_everything' | 'last_admin' | ShutOutRefusal, { says: string; fix: string }>
