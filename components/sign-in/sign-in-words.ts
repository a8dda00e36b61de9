/** What somebody showed to be let in, in words. */
const methods: Readonly<Record<string, string>> = { password: 'password', code: 'code', passkey: 'passkey', recovery: 'recovery code', provider: 'single sign-on', invitation: 'invitation', reset: 'password link' }
export const methodWord = (method: string): string => methods[method] ?? method

const outcomes: Readonly<Record<string, { tone: 'ok' | 'danger' | 'notice'; says: string }>> = {
  done: { tone: 'ok', says: 'Came in' }, denied: { tone: 'danger', says: 'Refused' }, waits: { tone: 'notice', says: 'Waits for the second factor' },
}
export const outcomeOf = (outcome: string) => outcomes[outcome] ?? { tone: 'notice' as const, says: outcome }

const reasons: Readonly<Record<string, string>> = {
  wrong_password: 'wrong password', code_not_accepted: 'code not accepted', passkey_not_accepted: 'passkey not accepted', recovery_code_not_accepted: 'recovery code not accepted', too_many_tries: 'too many tries',
  person_disabled: 'account disabled', no_factor: 'no such factor', lapsed: 'never finished', source_blocked: 'too many from there', ended_by_provider: 'signed out at the provider', password_changed: 'password changed meanwhile',
}
/** The record's word in plain ones; one that is for whoever reads the record stays as it is. */
export const reasonWord = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ')
