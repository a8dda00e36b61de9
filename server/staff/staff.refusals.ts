import type { EndRefusal, GrantRefusal } from './decide-staff'

export const staffRefusals = {
  until_not_possible: { says: 'It cannot end then.', fix: 'Choose an end that lies ahead, within two years, or none.' },
  person_unknown: { says: 'Nobody who is known here has that e-mail, or more than one person has.', fix: 'Check the address, or invite them.' },
  own_role: { says: 'Nobody gives themselves a role.', fix: 'Ask another platform admin.' },
  already_holds: { says: 'They hold that role already.', fix: 'Nothing to do.' },
  operates_and_audits: { says: 'Nobody runs the platform and audits it.', fix: 'Give it to somebody else, or end the other role first.' },
  not_found: { says: 'There is no such role on the platform.', fix: 'Look at the list again.' },
  already_ended: { says: 'That role has ended already.', fix: 'Nothing to do.' },
  admin_lately: { says: 'You have been a platform admin for less than a day, and shut out no other yet.', fix: 'Ask another platform admin.' },
  second_in_a_day: { says: 'Another platform admin is out by your word of the last day.', fix: 'Ask another platform admin, or end their sessions until a day is over.' },
  last_admin: { says: 'It is the only platform admin whose role has no end.', fix: 'Make somebody else a platform admin first, without an end.' },
} as const satisfies Record<GrantRefusal | EndRefusal, { says: string; fix: string }>
