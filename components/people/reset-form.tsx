'use client'
import { isLinkToken, useLinkToken } from '~/components/invitations/link-token'
import { NewPassword } from '~/components/passwords/new-password'
import { refusedBy } from '~/components/shell/answer'
import { CommandForm } from '~/components/shell/command-form'
import { paths } from '~/components/shell/paths'
import { Refused } from '~/components/shell/refused'
import { useForm } from '~/components/shell/use-form'
import { signInRefusals } from '~/server/sign-in/sign-in.refusals'

/** A new password by a link; the second factor comes next, as ever. */
export function ResetForm() {
  const token = useLinkToken()
  const form = useForm('signIn.withReset', {
    refusals: signInRefusals, empty: { password: '' }, labels: { password: 'New password' }, concerns: { too_short: 'password', breached: 'password', contains_context: 'password' },
    input: ({ password }) => ({ token: token ?? '', password }),
    done: () => 'The password is set. Your second factor comes next.',
    onDone: ({ next, factors }) => location.assign(paths.signInNext(next === 'enrol' ? 'enrol' : 'factor', factors.join(' '), paths.home())),
  })
  if (token !== null && !isLinkToken(token)) return <Refused no={refusedBy(signInRefusals, 'link_not_accepted')} />
  return (
    <CommandForm of={form} deed="Set password" whyNot={null}>
      <NewPassword {...form.field('password')} />
    </CommandForm>
  )
}
