import { type ExceptionRequestRefusal, exceptionDaysMost } from './decide-exception'
import type { PolicyRefusal } from './decide-policy'
import { thawing } from '~/server/tenants/frozen.refusals'

export const policyRefusals = {
  tenant_frozen: { says: 'The tenant is frozen: nothing in it can be changed.', fix: thawing },
  changed_meanwhile: { says: 'Somebody changed this policy meanwhile.', fix: 'Look at what it is now, then change it again.' },
  no_change: { says: 'That is what the policy is.', fix: 'Nothing to do.' },
} as const satisfies Record<PolicyRefusal, { says: string; fix: string }>

/** Of one control that one namespace would not have to meet for a while. */
export const exceptionRefusals = {
  namespace_unknown: { says: 'The tenant has no such namespace.', fix: 'Choose one of those it has.' },
  tenant_frozen: policyRefusals.tenant_frozen,
  until_not_possible: { says: 'It would end before it begins, or last too long.', fix: `Choose a day within the next ${exceptionDaysMost} days.` },
  already_excepted: { says: 'That is not asked of it until then as it is.', fix: 'Nothing to do, or choose a later day.' },
  too_many_exceptions: { says: 'There are as many exceptions as a policy can have.', fix: 'Wait until some have ended, or have the policy changed.' },
  already_asked: { says: 'That has been asked for, and nobody has answered yet.', fix: 'Wait for the answer, or withdraw that request first.' },
  too_many_open: { says: 'You have 20 open requests, and that is all one person can have.', fix: 'Wait for an answer, or withdraw one.' },
} as const satisfies Record<ExceptionRequestRefusal, { says: string; fix: string }>
