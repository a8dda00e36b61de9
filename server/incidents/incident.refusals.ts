import { fleetRefusals } from '~/server/fleet/fleet.refusals'
import { personRefusals } from '~/server/people/person.refusals'
import { tenantRefusals } from '~/server/tenants/tenant.refusals'
import type { CloseRefusal, OpenRefusal, TellRefusal, TickRefusal } from './decide-incident'

export type HeldRefusal = 'incident_unknown' | 'closed_already'
export type ThingRefusal = 'person_unknown' | 'person_shared' | 'pool_unknown' | 'containment_unknown' | 'cannot_lift' | 'too_many_entries'

const own = {
  incident_unknown: { says: 'There is no such incident.', fix: 'Choose one from the list.' },
  closed_already: { says: 'The incident is closed.', fix: 'Open another one, if it is not over.' },
  aware_ahead: { says: 'Nobody is aware of something that is still to come.', fix: 'Say when you became aware: now, or earlier.' },
  one_origin: { says: 'An incident comes from a signal or from a case, not from both.', fix: 'Name one, and note the other.' },
  signal_unknown: { says: 'There is no such signal.', fix: 'Choose one from the list of signals.' },
  case_unknown: { says: 'There is no such case.', fix: 'Choose one from the list of cases.' },
  told_when: { says: 'When the authority was told belongs to having told it, and to nothing else.', fix: 'Say when, or that it need not be told.' },
  told_ahead: { says: 'That is still to come.', fix: 'Say it once it is done.' },
  told_before_aware: { says: 'That was before anybody here was aware of it.', fix: 'See which of the two times is wrong.' },
  step_unknown: { says: 'The checklist has no such step.', fix: 'Choose one of its steps.' },
  step_reason: { says: 'A step that is left out needs a reason.', fix: 'Say why it is left out.' },
  person_unknown: { says: 'Nobody here has that e-mail address.', fix: 'Check the address.' },
  person_shared: { says: 'More than one person here has that e-mail address.', fix: 'Say which one is meant; for all of them, one after the other.' },
  pool_unknown: { says: 'There is no such pool, or it has no nodes.', fix: 'Look at the fleet.' },
  containment_unknown: { says: 'Nothing of that kind is contained by this incident.', fix: 'Look at what is contained.' },
  cannot_lift: { says: 'Tokens that were revoked stay revoked.', fix: 'Their owner can make new ones.' },
  too_many_entries: { says: 'As much is noted here as one report can hold.', fix: 'Close this incident, and go on in another one.' },
  still_contained: { says: 'Something is still contained.', fix: 'Lift it, or say why it is kept.' },
  not_verified: { says: 'The record was not found whole since it was contained.', fix: 'It is looked at every ten seconds: wait for it. If it is not whole, a signal says what is wrong.' },
  steps_left: { says: 'Not all steps of the checklist are done.', fix: 'Do them, or say why they are left out.' },
  clock_unanswered: { says: 'It is not said whether the authority was told.', fix: 'Say when it was told, or why it need not be.' },
} as const satisfies Record<HeldRefusal | ThingRefusal | OpenRefusal | TellRefusal | TickRefusal | CloseRefusal, { says: string; fix: string }>

const { not_found, own_account, already_disabled, admin_lately, second_in_a_day, last_admin } = personRefusals
export const incidentRefusals = {
  ...own, ...fleetRefusals, not_found, own_account, already_disabled, admin_lately, second_in_a_day, last_admin, not_frozen: tenantRefusals.not_frozen, erased: tenantRefusals.erased,
  already_frozen: { says: 'The tenant is frozen already, and not by this incident.', fix: 'Nothing in it can be changed. Note that it is, and who froze it.' },
} as const
