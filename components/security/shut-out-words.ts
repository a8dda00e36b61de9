import type { TryScope } from '~/server/identity/decide-try'
import type { ShutOutState } from '~/server/security/decide-let-in'

/** What somebody may not do for a while, and after how much. */
export const scopeWords = {
  source: 'Eleven failed sign-ins from one place within a minute', account_from_source: 'Five wrong passwords of one account from one place', account: 'A hundred wrong passwords of one account within an hour',
  code: 'Five wrong codes', password: 'Five wrong tries at the present password', provider: 'Too much that a provider did not sign', recovery: 'Five wrong recovery codes',
} as const satisfies Record<TryScope, string>
export const stateWords = { out: { says: 'Shut out', tone: 'danger' }, let_in: { says: 'Let in again', tone: 'ok' }, over: { says: 'Over', tone: 'neutral' } } as const satisfies Record<ShutOutState, object>
/** Who it is, in words that a person can find them by. */
export const whoOf = ({ email, person, source }: { email: string | null; person: string | null; source: string | null }): string => email ?? person ?? source ?? 'Somebody'
