import type { MomentRefusal } from './decide-moment'

export const momentRefusals = {
  malformed: { says: 'That is no moment.', fix: 'Write the day and the time in UTC, such as 2026-11-20T14:00Z.' },
  not_yet: { says: 'That moment has not come yet.', fix: 'Choose one that has passed.' },
  before_history: { says: 'What was here at that moment is not known: its history begins later.', fix: 'Choose a later moment.' },
} as const satisfies Record<MomentRefusal, { says: string; fix: string }>
