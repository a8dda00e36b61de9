import type { CloseRefusal } from './decide-close'

export const caseRefusals = {
  case_unknown: { says: 'There is no such case.', fix: 'Choose one from the list.' },
  closed_already: { says: 'Somebody else has said what it was.', fix: 'Load the page again to see what.' },
} as const satisfies Record<CloseRefusal, { says: string; fix: string }>
