import type { ClaimsReason } from '~/server/admission/claims/decide-claims'
import { claimsRefusals } from '~/server/admission/claims/claims.refusals'
import type { LabelsReason } from '~/server/admission/labels/decide-labels'
import { labelsRefusals } from '~/server/admission/labels/labels.refusals'
import type { LimitsReason } from '~/server/admission/limits/decide-limits'
import { limitsRefusals } from '~/server/admission/limits/limits.refusals'
import type { PlacementReason } from '~/server/admission/placement/decide-placement'
import type { PodSecurityReason } from '~/server/admission/pod-security/decide-pod-security'
import { podSecurityRefusals } from '~/server/admission/pod-security/pod-security.refusals'
import type { PriorityReason } from '~/server/admission/priority/decide-priority'
import { priorityRefusals } from '~/server/admission/priority/priority.refusals'
import type { LostReason } from '~/server/admission/residency/decide-new-work'
import type { ResidencyReason } from '~/server/admission/residency/decide-residency'
import { lostRefusals, residencyRefusals } from '~/server/admission/residency/residency.refusals'
import type { RulesReason } from '~/server/admission/rules/decide-rules'
import { rulesRefusals } from '~/server/admission/rules/rules.refusals'
import type { QuotaReason } from '~/server/ledger/decide-fit'
import { placementRefusals } from '~/server/placement/placement.refusals'
import type { AmendRefusal } from './decide-amend'
import type { LifeRefusal } from './decide-life'
import type { ShrinkRefusal } from './decide-shrink'
import { thawing } from '~/server/tenants/frozen.refusals'

/** Why a wish is refused. The order of the checks in server/admission/decide.ts is the order in which these are told. */
export type AdmissionReason =
  | 'tenant_frozen' | 'requests_suspended' | 'namespace_closed' | 'namespace_frozen' | 'amount_unclear' | 'gpus_unclear' | 'nothing_asked' | LimitsReason | LabelsReason | PodSecurityReason | ClaimsReason | RulesReason | ResidencyReason | LostReason | PriorityReason | 'too_long' | 'name_taken' | 'too_many_pending' | QuotaReason | 'waits_for_room' | PlacementReason
export const admissionRefusals = {
  tenant_frozen: { says: 'This tenant is frozen: what it has stays, and nothing is added.', fix: thawing },
  requests_suspended: { says: 'New requests of this tenant are suspended for a time: what it has stays, and nothing is added.', fix: 'Wait until it is over, or ask an admin of the tenant, who can read why.' },
  namespace_closed: { says: 'This namespace is deleted, or about to be: nothing begins in it.', fix: 'Choose another namespace.' },
  namespace_frozen: { says: 'This namespace is frozen: what it has stays, and nothing is added.', fix: 'Ask an admin of the tenant to thaw it, or choose another namespace.' },
  amount_unclear: { says: 'An amount cannot be read.', fix: 'Write it as 8, 500m or 32Gi.' },
  gpus_unclear: { says: 'The GPUs of a pod are whole ones, or thousandths of one.', fix: 'Ask for whole GPUs, or for 1 to 999 thousandths of one.' },
  nothing_asked: { says: 'Nothing is asked for.', fix: 'Ask for an amount of some resource.' },
  ...limitsRefusals, ...labelsRefusals, ...podSecurityRefusals, ...claimsRefusals, ...rulesRefusals, ...residencyRefusals, ...lostRefusals, ...priorityRefusals,
  too_long: { says: 'It would last longer than anything may.', fix: 'Ask for less time, and extend it before it ends.' },
  name_taken: { says: 'There is an allocation of this name in the namespace already.', fix: 'Choose another name, or release the other.' },
  too_many_pending: { says: 'Too many requests of this namespace wait already.', fix: 'Wait until some are answered, or withdraw some.' },
  resource_unknown: { says: 'There is no quota of this resource here.', fix: 'Ask an admin of the tenant for one.' },
  quota_exceeded: { says: 'The quota has no room for this.', fix: 'Ask for less, release something, say that it may wait, or ask for more quota.' },
  quota_exceeded_above: { says: 'What lies above has no room for this.', fix: 'Ask for less, or say that it may wait.' },
  others_wait: { says: 'Others wait for this already.', fix: 'Say that it may wait, and it has its turn.' },
  waits_for_room: { says: 'There is no room for it now.', fix: 'It begins by itself as soon as there is; ask for less to begin sooner, or withdraw it.' },
  not_on_nodes: { says: 'No node is known to have what is asked for.', fix: 'Ask for cores, memory, GPUs, or thousandths of one.' },
  no_node_fits: placementRefusals.no_node_fits, nodes_taken_meanwhile: placementRefusals.nodes_taken_meanwhile,
} as const satisfies Record<AdmissionReason, { says: string; fix: string }>

export type AllocationRefusal = Exclude<LifeRefusal, 'not_found'> | 'not_yours' | 'tenant_frozen' | 'asked_already' | ShrinkRefusal
export const allocationRefusals = {
  over: { says: 'It is over.', fix: 'Ask for a new one.' },
  not_admitted: { says: 'It was not admitted yet.', fix: 'Wait until it is: until somebody has answered, or there is room.' },
  not_due: { says: 'Its time has not come.', fix: 'Release it, or wait.' },
  reserved: { says: 'It is reserved, or may not be taken for another reason.', fix: 'Choose another.' },
  too_long: { says: 'It would last longer than anything may.', fix: 'Choose an earlier end.' },
  end_has_passed: { says: 'It would have ended already.', fix: 'Choose a later end, or release it.' },
  region_not_allowed: { says: 'It runs where it may not.', fix: 'Ask again, in a region that the tenant may use.' },
  tenant_frozen: { says: 'This tenant is frozen: nothing in it can be changed.', fix: thawing },
  asked_already: { says: 'Somebody is asked already whether it may go on.', fix: 'Wait for the answer, or withdraw what was asked.' },
  not_yours: { says: 'Somebody else asked for it.', fix: 'Ask them, or an admin of the namespace.' },
  no_whole_gpus: { says: 'It has no whole GPUs of which its pods could have fewer.', fix: 'Release it, or leave it as it is.' },
  not_smaller: { says: 'It has fewer GPUs already.', fix: 'Choose fewer than it has.' },
  use_unknown: { says: 'Too little is known of what it uses.', fix: 'Wait until it was looked at for six hours.' },
  below_need: { says: 'It was seen to use more than that.', fix: 'Choose as many as it needs, or more.' },
} as const satisfies Record<AllocationRefusal, { says: string; fix: string }>

/** Why what was reclaimed does not come back. */
export type GiveBackRefusal = 'over' | 'tenant_frozen' | 'namespace_closed' | 'namespace_frozen' | 'region_lost' | 'name_taken' | 'resized_meanwhile' | QuotaReason | 'nodes_taken_meanwhile'
export const giveBackRefusals = {
  over: { says: 'It would be over by now.', fix: 'Ask for a new one.' },
  resized_meanwhile: { says: 'It was given another size meanwhile.', fix: 'Leave it as it is.' },
  tenant_frozen: admissionRefusals.tenant_frozen, namespace_closed: admissionRefusals.namespace_closed, namespace_frozen: admissionRefusals.namespace_frozen, name_taken: admissionRefusals.name_taken,
  region_lost: { says: 'There is a disaster in the region where it had its place.', fix: 'Wait until it is over, or ask for a new one: it is placed elsewhere.' },
  quota_exceeded: admissionRefusals.quota_exceeded, quota_exceeded_above: admissionRefusals.quota_exceeded_above, resource_unknown: admissionRefusals.resource_unknown, others_wait: admissionRefusals.others_wait,
  nodes_taken_meanwhile: { says: 'Something else stands on its nodes by now.', fix: 'Ask for a new one: it is placed elsewhere.' },
} as const satisfies Record<GiveBackRefusal, { says: string; fix: string }>

export const amendRefusals = {
  ...admissionRefusals,
  not_yours: { says: allocationRefusals.not_yours.says, fix: 'Ask them to change it: nobody else changes what somebody asked for.' },
  answered: { says: 'It was answered meanwhile, or is over.', fix: 'Extend what you were given, or ask for a new one.' },
  terms_changed: { says: 'What is asked for became otherwise meanwhile.', fix: 'Look at what it is now, and change that.' },
  class_has_share: { says: 'A class has a quota of its own here, and what was promised stands in one of them.', fix: 'Withdraw it, and ask anew in the other class.' },
} as const satisfies Record<AdmissionReason | AmendRefusal, { says: string; fix: string }>
