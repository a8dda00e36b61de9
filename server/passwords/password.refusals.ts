import type { PasswordRefusal } from './decide-password'

export type ChangePasswordRefusal = PasswordRefusal | 'no_password' | 'wrong_password' | 'too_many_tries' | 'same_password'

export const newPasswordRefusals = {
  too_short: { says: 'A password has 15 characters or more.', fix: 'A few words that do not belong together are easy to remember and hard to guess.' },
  breached: { says: 'This is one of the passwords that are tried first.', fix: 'Choose one that nobody else has, and that is not a common one made longer.' },
  contains_context: { says: 'This password has your name in it, or that of something of yours here.', fix: 'Choose one that says nothing about you.' },
} as const satisfies Record<PasswordRefusal, { says: string; fix: string }>

export const passwordRefusals = {
  ...newPasswordRefusals,
  no_password: { says: 'You sign in elsewhere, so you have no password here.', fix: 'Change it where you sign in.' },
  wrong_password: { says: 'That is not your password.', fix: 'Type the one you sign in with now.' },
  too_many_tries: { says: 'Too many wrong passwords.', fix: 'Wait ten minutes and try again.' },
  same_password: { says: 'That is the password you have.', fix: 'Choose another one.' },
} as const satisfies Record<ChangePasswordRefusal, { says: string; fix: string }>
