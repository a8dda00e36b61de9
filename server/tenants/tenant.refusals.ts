import type { ComplianceRefusal } from './decide-compliance'
import type { FreezeRefusal } from './decide-freeze'
import type { NewTenantRefusal } from './decide-new-tenant'
import type { TenantRequestRefusal } from './decide-tenant-request'
import { thawing } from './frozen.refusals'

type Refusal = ComplianceRefusal | FreezeRefusal | NewTenantRefusal | TenantRequestRefusal
export const tenantRefusals = {
  already_frozen: { says: 'The tenant is frozen already.', fix: 'Nothing to do.' },
  not_frozen: { says: 'The tenant is not frozen.', fix: 'Nothing to do.' },
  erased: { says: 'The personal data of this tenant was erased, and its key with it.', fix: 'Create another tenant.' },
  changed_meanwhile: { says: 'Somebody else changed it first.', fix: 'Look at what the tenant is under now and decide again.' },
  no_change: { says: 'The tenant is under those already.', fix: 'Nothing to do.' },
  organisation_unknown: { says: 'There is no such organisation.', fix: 'Choose one that there is, or create it first.' },
  tenant_frozen: { says: 'The tenant is frozen: nothing can be asked for through it.', fix: thawing },
  too_weak_for_external: { says: 'External trust needs isolation level 2 or more.', fix: 'Choose a harder level.' },
  too_weak_for_fedramp: { says: 'FedRAMP needs isolation level 3 or more: it allows no sharing.', fix: 'Choose a harder level, or leave FedRAMP out.' },
  region_unknown: { says: 'One of the regions is not known here.', fix: 'Choose among the regions in the list, or have it added first.' },
  person_unknown: { says: 'Nobody who is known here has that e-mail.', fix: 'Check the address: it is found where the platform, a provider or a tenant of the organisation vouches for it.' },
  name_taken: { says: 'There is a tenant of that name.', fix: 'Choose another name.' },
  already_asked: { says: 'A tenant of that name has been asked for, and nobody has answered yet.', fix: 'Wait for the answer, or withdraw that request first.' },
  too_many_open: { says: 'You have 20 open requests, and that is all one person can have.', fix: 'Wait for an answer, or withdraw one.' },
} as const satisfies Record<Refusal, { says: string; fix: string }>
