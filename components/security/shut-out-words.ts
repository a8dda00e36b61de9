import type { TryScope } from '~/server/identity/decide-try'
import type { ShutOutState } from '~/server/security/decide-let-in'
import type { ShutOutShown } from '~/server/security/list-shut-outs'

/** What somebody may not do for a while, and after how much. */
const scopeWords = {
  source: 'Eleven failed sign-ins from one place within a minute', account_from_source: 'Five wrong passwords of one account from one place', account: 'A hundred wrong passwords of one account within an hour',
  code: 'Five wrong codes', password: 'Five wrong tries at the present password', provider: 'Too much that a provider did not sign', recovery: 'Five wrong recovery codes',
} as const satisfies Record<TryScope, string>
export const stateWords = { out: { says: 'Shut out', tone: 'danger' }, let_in: { says: 'Let in again', tone: 'ok' }, over: { says: 'Over', tone: 'neutral' } } as const satisfies Record<ShutOutState, object>
const times = ['the first time', 'the second time', 'the third time', 'the fourth time or more'] as const
/** Because of what, and of a flood how often that was. */
export function becauseOf({ scope, step, tenants }: Pick<ShutOutShown, 'scope' | 'step' | 'tenants'>): string {
  if (scope !== 'token' && scope !== 'network') return scopeWords[scope]
  const who = scope === 'network' ? 'An address without a session or token' : `A token${tenants.length > 0 ? ` of somebody in ${tenants.join(', ')}` : ''}`
  return `${who} asked on and on for most of a minute though it was told no, for ${times[(step ?? 1) - 1] ?? times[3]}`
}
/** Who it is, in words that a person can find them by. */
export const whoOf = ({ email, person, source, token }: Pick<ShutOutShown, 'email' | 'person' | 'source' | 'token'>): string => (token === null ? (email ?? person ?? source ?? 'Somebody') : `“${token}” of ${person ?? 'somebody'}`)
