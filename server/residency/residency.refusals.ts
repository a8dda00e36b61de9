import type { ViolationRefusal } from './decide-violation'

export const residencyRefusals = {
  violation_unknown: { says: 'There is no such violation in this tenant.', fix: 'Choose one from the list.' },
  violation_over: { says: 'The violation is over.', fix: 'See how it ended in the list.' },
  changed_meanwhile: { says: 'The work is on other nodes than those you were shown.', fix: 'Look at the violation again.' },
} as const satisfies Record<ViolationRefusal, { says: string; fix: string }>
