import type { ChangeRefusal } from './decide-change'
import type { DeleteRefusal, FreezeRefusal, ThawRefusal } from './decide-life'
import type { NamespaceRefusal } from './decide-new-namespace'
import { thawing } from '~/server/tenants/frozen.refusals'

type Sentence = { readonly says: string; readonly fix: string }
const tenant_frozen = { says: 'The tenant is frozen: nothing in it can be changed.', fix: thawing }
const namespace_closed = { says: 'This namespace is deleted, or about to be.', fix: 'Nothing to do.' }
const attributes = {
  owner_unknown: { says: 'Nobody who holds a role in this tenant is that.', fix: 'Choose among the people of the tenant, or invite them first.' },
  isolation_too_soft: { says: 'A namespace is kept apart at least as hard as its tenant.', fix: 'Choose a harder level, or leave it as the tenant’s.' },
  pod_security_too_lax: { says: 'The platform asks more of pods than that.', fix: 'Choose the stricter level, or leave it as the platform’s.' },
  label_reserved: { says: 'One of the labels is not yours to give.', fix: 'Leave it out: what it says follows from the other fields.' },
  label_malformed: { says: 'The cost centre or a label is not as it must be here.', fix: 'Write it as the policy of labels asks.' },
} as const
export const namespaceRefusals = {
  tenant_frozen, ...attributes,
  name_without_prefix: { says: 'The names of this tenant’s namespaces begin alike.', fix: 'Begin the name as the form says.' },
  name_too_long: { says: 'With the tenant’s name before it this is longer than a cluster takes.', fix: 'Choose a shorter name.' },
  name_taken: { says: 'This tenant has a namespace of that name.', fix: 'Choose another name.' },
  too_many: { says: 'This tenant has ten thousand namespaces, and no more are made.', fix: 'Delete some that nobody needs, or ask for a tenant beside this one.' },
  name_was_used: { says: 'A namespace of that name was deleted here, and its history keeps the name.', fix: 'Choose another name.' },
} as const satisfies Record<NamespaceRefusal, Sentence>
export const changeRefusals = {
  tenant_frozen, namespace_closed, ...attributes,
  namespace_frozen: { says: 'The namespace is frozen: nothing of it can be changed.', fix: 'Thaw it first.' },
  changed_meanwhile: { says: 'Somebody else changed it first.', fix: 'Look at what it is now and decide again.' },
  no_change: { says: 'It is that already.', fix: 'Nothing to do.' },
} as const satisfies Record<ChangeRefusal, Sentence>
export const lifeRefusals = {
  tenant_frozen, namespace_closed,
  already_frozen: { says: 'The namespace is frozen already.', fix: 'Nothing to do.' },
  not_frozen: { says: 'The namespace is not frozen.', fix: 'Nothing to do.' },
} as const satisfies Record<FreezeRefusal | ThawRefusal, Sentence>
export const deleteRefusals = {
  tenant_frozen, namespace_closed,
  other_name_typed: { says: 'That is not its name.', fix: 'Type the name as it stands above.' },
  request_open: { says: 'Something is asked about this namespace, and nobody has answered yet.', fix: 'Have it answered, or withdraw it first.' },
  work_runs: { says: 'Something runs or waits in it.', fix: 'Release it first, or say that it is to be ended.' },
} as const satisfies Record<DeleteRefusal, Sentence>
