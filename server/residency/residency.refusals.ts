import type { EndExceptionRefusal, ExceptRefusal } from './decide-exception'
import type { ViolationRefusal } from './decide-violation'

export const residencyRefusals = {
  violation_unknown: { says: 'There is no such violation in this tenant.', fix: 'Choose one from the list.' },
  violation_over: { says: 'The violation is over.', fix: 'See how it ended in the list.' },
  changed_meanwhile: { says: 'The work is on other nodes than those you were shown.', fix: 'Look at the violation again.' },
} as const satisfies Record<ViolationRefusal, { says: string; fix: string }>

export const exceptionRefusals = {
  violation_unknown: residencyRefusals.violation_unknown,
  violation_over: residencyRefusals.violation_over,
  being_contained: { says: 'The work is being ended.', fix: 'See how it ends in the list.' },
  changed_meanwhile: { says: 'The work is in other regions than those you were shown.', fix: 'Look at the violation again.' },
  until_not_possible: { says: 'An exception ends after now and within thirty days.', fix: 'Choose a day within the next thirty days.' },
  owner_unknown: { says: 'Nobody who works on the platform has that address.', fix: 'Name somebody who does: they answer for it.' },
  already_excepted: { says: 'It is excepted until then or longer already.', fix: 'Choose a later day, or end the exception that there is.' },
  exception_unknown: { says: 'There is no such exception in this tenant.', fix: 'Choose one from the list of violations.' },
  exception_over: { says: 'The exception is over.', fix: 'See the violation: it is open again as long as it is true.' },
} as const satisfies Record<ExceptRefusal | EndExceptionRefusal, { says: string; fix: string }>
