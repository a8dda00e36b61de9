import type { SessionRefusal } from './decide-end-session'

export const sessionRefusals = {
  not_found: { says: 'You have no such session.', fix: 'Look at the list again.' },
  already_ended: { says: 'That session has ended already.', fix: 'Nothing to do.' },
} as const satisfies Record<SessionRefusal, { says: string; fix: string }>
