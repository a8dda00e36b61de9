import type { LetInRefusal } from './decide-let-in'

export const securityRefusals = {
  shut_out_unknown: { says: 'Nobody is shut out by that.', fix: 'Look at the list again.' },
  let_in_already: { says: 'They were let in already.', fix: 'Nothing to do.' },
  over_already: { says: 'Their time is over.', fix: 'They may try again as it is.' },
} as const satisfies Record<LetInRefusal, { says: string; fix: string }>
