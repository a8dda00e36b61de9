'use client'
import { NewPassword } from '~/components/passwords/new-password'
import { CommandForm } from '~/components/shell/command-form'
import { paths } from '~/components/shell/paths'
import { Refused } from '~/components/shell/refused'
import { refusedBy } from '~/components/shell/answer'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import { invitationRefusals } from '~/server/invitations/invitation.refusals'
import { isLinkToken, useLinkToken } from './link-token'

/** Somebody who is new here says who they are and chooses a password; a second factor comes next. */
export function AcceptForm() {
  const token = useLinkToken()
  const form = useForm('invitations.accept', {
    refusals: invitationRefusals, empty: { name: '', password: '' }, labels: { name: 'Your name', password: 'Password' },
    concerns: { too_short: 'password', breached: 'password', contains_context: 'password' },
    input: ({ name, password }) => ({ token: token ?? '', name: name.trim(), password }),
    done: () => 'You are known here now. Your second factor comes next.',
    onDone: ({ next, factors }) => location.assign(paths.signInNext(next === 'enrol' ? 'enrol' : 'factor', factors.join(' '), paths.home())),
  })
  if (token !== null && !isLinkToken(token)) return <Refused no={refusedBy(invitationRefusals, 'link_not_accepted')} />
  return (
    <CommandForm of={form} deed="Accept invitation" whyNot={null}>
      <Field {...form.field('name')} autoComplete="name" maxLength={120} />
      <NewPassword {...form.field('password')} />
    </CommandForm>
  )
}
