import type { EndRefusal, GrantRefusal } from './decide-member'

export const memberRefusals = {
  tenant_frozen: { says: 'The tenant is frozen: nothing in it can be changed.', fix: 'Ask a platform admin to thaw it.' },
  role_not_here: { says: 'That role is not held there.', fix: 'Choose a namespace for a namespace admin, and the whole tenant for an admin, an approver or an auditor.' },
  namespace_unknown: { says: 'This tenant has no such namespace.', fix: 'Choose one that it has, or create it first.' },
  person_unknown: { says: 'Nobody who is known here has that e-mail.', fix: 'Check the address.' },
  own_role: { says: 'Nobody gives themselves a role.', fix: 'Ask another admin of the tenant.' },
  already_holds: { says: 'They hold that role there already.', fix: 'Nothing to do.' },
  not_found: { says: 'There is no such role in this tenant.', fix: 'Look at the list again.' },
  already_ended: { says: 'That role has ended already.', fix: 'Nothing to do.' },
  last_admin: { says: 'It is the only admin of the tenant.', fix: 'Make somebody else an admin first.' },
} as const satisfies Record<GrantRefusal | EndRefusal, { says: string; fix: string }>
