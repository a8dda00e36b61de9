import { type AdmissionReason, type AllocationRefusal, admissionRefusals, allocationRefusals } from '~/server/allocations/allocation.refusals'
import type { ReviewRefusal } from '~/server/break-glass/decide-break-glass'
import type { OfferRefusal } from '~/server/allocations/decide-offer'
import type { AllowRefusal } from '~/server/pairs/decide-pair'
import { allowRefusals } from '~/server/pairs/pair.refusals'
import type { ExceptionRefusal } from '~/server/policies/decide-exception'
import { exceptionRefusals } from '~/server/policies/policy.refusals'
import type { RaiseRefusal } from '~/server/quotas/decide-raise'
import { raiseRefusals } from '~/server/quotas/quota.refusals'
import type { NewTenantRefusal } from '~/server/tenants/decide-new-tenant'
import { tenantRefusals } from '~/server/tenants/tenant.refusals'
import type { AnswerRefusal, ApproveRefusal, AskRefusal, RefuseRefusal, WithdrawRefusal } from './decide-request'
import type { AloneRefusal } from './decide-together'
import { nobodyElse } from './appointed.refusals'

const { changed_meanwhile, not_more } = raiseRefusals
const { until_not_possible, already_excepted, too_many_exceptions } = exceptionRefusals
const { name_taken, region_unknown, organisation_unknown } = tenantRefusals
type Refusal = 'not_together' | AloneRefusal | OfferRefusal | AnswerRefusal | ApproveRefusal | AskRefusal | RefuseRefusal | WithdrawRefusal | NewTenantRefusal | ExceptionRefusal | AllowRefusal | RaiseRefusal | ReviewRefusal | AdmissionReason | AllocationRefusal
/** What stands in the way of an answer, and then of what it would do. */
export const requestRefusals = {
  ...allowRefusals, ...allocationRefusals, ...admissionRefusals,
  not_found: { says: 'There is no such request.', fix: 'Look at the list again.' },
  already_decided: { says: 'It was answered, taken back, or its time was up.', fix: 'Look at what became of it: that stands.' },
  terms_changed: { says: 'What would be done is not what you were shown.', fix: 'Look at it again, and then decide.' },
  is_machine: { says: 'No machine says yes or no in anybody’s place.', fix: 'Sign in, and decide yourself.' },
  own_request: { says: 'Nobody answers what they asked for, or gain by.', fix: 'Ask somebody else to decide. Whoever asked can withdraw it.' },
  not_asked: { says: 'Your yes is not one of those that this needs.', fix: 'Leave it to those who are asked.' },
  appointed: { says: nobodyElse('Whoever asked, or somebody who said yes,'), fix: 'Leave it to the others who are asked.' },
  recused: { says: 'You have left this to others.', fix: 'Let somebody else decide.' },
  must_be_answered: { says: 'This is not taken back: it must be answered.', fix: 'Have somebody else answer it.' },
  not_less: { says: 'That is not less than was asked for.', fix: 'Offer fewer pods or hours, and more of neither.' },
  question_open: { says: 'A question about it waits for its answer.', fix: 'Wait for whoever asked for it, or refuse it.' },
  asker_elsewhere: { says: 'Whoever offers it is of another tenant, and is not asked back here.', fix: 'Refuse it, and say what you would have to know.' },
  no_question: { says: 'No question waits for an answer.', fix: 'Look at the request again.' },
  passkey_required: { says: 'This is signed with a passkey, and not with a code.', fix: 'Show a passkey. Add one on your security page if you have none.' },
  not_together: { says: 'Not all of these can be signed together now, so none was.', fix: 'Look at which and why, leave those out, and sign the others.' },
  kind_alone: { says: 'What is asked for is of a kind that is signed by itself.', fix: 'Open it, and decide on its own page.' },
  devices_alone: { says: 'It is for more devices than are signed together with others.', fix: 'Open it, and decide on its own page.' },
  part_alone: { says: 'It is one of many that were asked for in a short while, so it is signed by itself.', fix: 'Open it, and look at what they come to.' },
  stops_alone: { says: 'It stops something that runs, so it is signed by itself.', fix: 'Open it, and look at what stops.' },
  changed_meanwhile: { says: changed_meanwhile.says, fix: 'Refuse it, and have it asked for anew.' },
  not_more: { says: not_more.says, fix: 'Refuse it.' },
  above_organisation_share: { says: 'Its organisation has not that much left to give.', fix: 'Refuse it, or have the organisation given more first.' },
  until_not_possible: { says: until_not_possible.says, fix: 'Refuse it, and have it asked for with another end.' },
  already_excepted: { says: already_excepted.says, fix: 'Refuse it: nothing would change.' },
  too_many_exceptions,
  glass_not_over: { says: 'It is not over yet.', fix: 'Stop it first, or wait until it is.' },
  name_taken: { says: name_taken.says, fix: 'Refuse it, and say that the name is taken.' },
  region_unknown: { says: region_unknown.says, fix: 'Have the region added first, or refuse it.' },
  person_unknown: { says: 'Whoever would become its admin is not here any more.', fix: 'Refuse it, and have it asked for with another admin.' },
  organisation_unknown: { says: organisation_unknown.says, fix: 'Have it created first, or refuse this.' },
} as const satisfies Record<Refusal, { says: string; fix: string }>
