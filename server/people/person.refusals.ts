import { staffRefusals } from '~/server/staff/staff.refusals'
import type { DisableRefusal, EnableRefusal, ResetRefusal } from './decide-person'

const { admin_lately, second_in_a_day } = staffRefusals
export const personRefusals = {
  not_found: { says: 'There is no such person here.', fix: 'Look at the list again.' },
  own_account: { says: 'This is your own account.', fix: 'Ask another platform admin.' },
  already_disabled: { says: 'They are kept out already.', fix: 'Nothing to do.' },
  not_disabled: { says: 'They are not kept out.', fix: 'Nothing to do.' },
  is_disabled: { says: 'They are kept out.', fix: 'Let them in first.' },
  no_password: { says: 'They sign in elsewhere, so they have no password here.', fix: 'Their provider can reset it.' },
  second_person_needed: { says: 'They hold power over others, read all that those do, or decide for somebody who does, so two people must let them in anew.', fix: 'They can use a recovery code. Otherwise end their roles, or that they decide, first, and have it given again.' },
  admin_lately, second_in_a_day,
  last_admin: { says: 'They are the only platform admin whose role has no end.', fix: 'Make somebody else a platform admin first, without an end.' },
} as const satisfies Record<DisableRefusal | EnableRefusal | ResetRefusal, { says: string; fix: string }>
