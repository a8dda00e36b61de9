import type { BindRefusal, EndRefusal, GrantRefusal, UnbindRefusal } from './decide-member'
import { thawing } from '~/server/tenants/frozen.refusals'

export const memberRefusals = {
  tenant_frozen: { says: 'The tenant is frozen: nothing in it can be changed.', fix: thawing },
  role_not_here: { says: 'That role is not held there.', fix: 'Choose a namespace for a namespace admin, and the whole tenant for an admin, an approver or an auditor.' },
  until_not_possible: { says: 'It cannot end then.', fix: 'Choose an end that lies ahead, within two years, or none.' },
  role_unknown: { says: 'The tenant has no such role of its own.', fix: 'Look at its roles again.' },
  namespace_unknown: { says: 'This tenant has no such namespace.', fix: 'Choose one that it has, or create it first.' },
  person_unknown: { says: 'Nobody who is known here has that e-mail.', fix: 'Check the address, or invite them: the link is for whom you mean, whoever else says that the address is theirs.' },
  own_role: { says: 'Nobody gives themselves a role.', fix: 'Ask another admin of the tenant.' },
  already_holds: { says: 'They hold that role there already.', fix: 'Nothing to do.' },
  not_everybody: { says: 'Not everybody can be given it, so nobody was.', fix: 'Mend or leave out those who are named.' },
  group_not_theirs: { says: 'That group is not one that this tenant may bind.', fix: 'Ask whoever runs the platform to give it to the tenant.' },
  already_bound: { says: 'The group has that role there already.', fix: 'Nothing to do.' },
  group_too_large: { says: 'More than 1,000 people are in the group.', fix: 'Choose a smaller group.' },
  not_found: { says: 'There is no such role in this tenant.', fix: 'Look at the list again.' },
  already_ended: { says: 'That role has ended already.', fix: 'Nothing to do.' },
  held_by_group: { says: 'They hold it by a group.', fix: 'Take the role from the group, or have them leave it.' },
  last_admin: { says: 'It is the only admin of the tenant whose role has no end.', fix: 'Make somebody else an admin first, without an end.' },
} as const satisfies Record<GrantRefusal | BindRefusal | EndRefusal | UnbindRefusal | 'not_everybody', { says: string; fix: string }>
