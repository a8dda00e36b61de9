import { proofRefusals, type ProofRefusal } from '~/server/identity/identity.refusals'
import type { PasswordRefusal } from '~/server/passwords/decide-password'
import { newPasswordRefusals } from '~/server/passwords/password.refusals'
import { type NewFactorRefusal, newFactorRefusals } from '~/server/identity/new-factor.refusals'

export type SignInRefusal = 'not_accepted' | 'source_blocked' | 'not_entering' | 'has_factor' | 'recovery_code_not_accepted' | 'link_not_accepted' | PasswordRefusal | ProofRefusal | NewFactorRefusal

/** Told to whoever tries to come in. Nothing here says whether there is such an account. */
export const signInRefusals = {
  ...proofRefusals, ...newFactorRefusals, ...newPasswordRefusals,
  not_accepted: { says: 'That e-mail and password do not belong together.', fix: 'Check both and try again. If you forgot the password, ask an admin for a link to set a new one.' },
  link_not_accepted: { says: 'That link was not accepted: it was used, taken back, or is too old.', fix: 'Ask whoever gave it to you for another one.' },
  source_blocked: { says: 'Too many sign-ins from where you are have failed.', fix: 'Use a passkey, or try again in a quarter of an hour.' },
  too_many_tries: { says: 'Too many tries that were not right.', fix: 'Use a passkey, or wait ten minutes and try again.' },
  not_entering: { says: 'This sign-in has waited too long, or is over.', fix: 'Begin again with your password.' },
  has_factor: { says: 'This account has a second factor already.', fix: 'Show it to go on.' },
  recovery_code_not_accepted: { says: 'That recovery code was not accepted: it is wrong, or was used before.', fix: 'Use another one of your codes.' },
} as const satisfies Record<SignInRefusal, { says: string; fix: string }>
