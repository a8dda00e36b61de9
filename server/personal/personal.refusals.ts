import type { ConcealRefusal, OpenRefusal } from './decide-personal'

export const personalRefusals = {
  record_unknown: { says: 'There is no such record.', fix: 'Look at the list again.' },
  erased: { says: 'The personal data of this tenant was erased, and nobody can read it any more.', fix: 'The certificate says what was erased, and when.' },
  nothing_kept: { says: 'This record has none.', fix: 'Who was not signed in has no name, and the engine has no browser.' },
} as const satisfies Record<OpenRefusal | ConcealRefusal, { says: string; fix: string }>
