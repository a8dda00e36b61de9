'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { passwordRefusals } from '~/server/passwords/password.refusals'
import { NewPassword } from './new-password'

/** Asks for the old one, too, and for a second factor: a window that was left open changes nobody's password. */
export function PasswordChange({ whyNot }: { whyNot: Reason | null }) {
  const form = useForm('passwords.change', {
    refusals: passwordRefusals, empty: { current: '', password: '' }, labels: { current: 'Current password', password: 'New password' },
    concerns: { wrong_password: 'current', too_many_tries: 'current', too_short: 'password', breached: 'password', contains_context: 'password', same_password: 'password' },
    input: ({ current, password }) => ({ current, password }),
    signing: () => ({ deed: 'Change your password', consequence: 'The earlier one does not work any more. You are told of it wherever you are signed in.' }),
    done: () => 'Your password is changed.',
  })
  return (
    <CommandForm of={form} deed="Change password" whyNot={whyNot}>
      <Field {...form.field('current')} type="password" autoComplete="current-password" maxLength={256} />
      <NewPassword {...form.field('password')} />
    </CommandForm>
  )
}
