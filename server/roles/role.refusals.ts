import type { ChangeRefusal, CreateRefusal, EndRefusal } from './decide-role'
import { thawing } from '~/server/tenants/frozen.refusals'

export const roleRefusals = {
  tenant_frozen: { says: 'The tenant is frozen: nothing in it can be changed.', fix: thawing },
  not_composable: { says: 'Not everything in this list can be put in a role of the tenant’s own.', fix: 'Leave out what gives roles, and what is not a tenant admin’s to do.' },
  operates_and_audits: { says: 'Nobody reads the record and changes things.', fix: 'Make two roles of it.' },
  title_taken: { says: 'The tenant has a role of that title.', fix: 'Choose another title, or change that role.' },
  too_many_roles: { says: 'The tenant has 50 roles of its own.', fix: 'End one that nobody needs.' },
  changed_meanwhile: { says: 'Somebody changed this role meanwhile.', fix: 'Look at what it is now, then change it again.' },
  no_change: { says: 'That is what the role is.', fix: 'Nothing to do.' },
  not_found: { says: 'There is no such role in this tenant.', fix: 'Look at the list again.' },
} as const satisfies Record<CreateRefusal | ChangeRefusal | EndRefusal, { says: string; fix: string }>
