'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { roleWord } from '~/components/shell/why-not'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { memberRefusals } from '~/server/members/member.refusals'
import { RoleFields } from './role-fields'
import { concerns, type Custom, empty, endRefused, inputOf, labels, lasts, roleAt } from './wish'

export function GrantForm({ tenant, namespaces, own, whyNot }: { tenant: string; namespaces: readonly string[] | null; own: readonly Custom[]; whyNot: Reason | null }) {
  const form = useForm('members.grant', {
    refusals: memberRefusals, empty: { email: '', ...empty }, labels: { email: 'E-mail', ...labels },
    concerns: { ...concerns, person_unknown: 'email', own_role: 'email', already_holds: 'role' },
    input: ({ email, ...wish }) => ({ tenant, email: email.trim(), ...inputOf(wish) }),
    before: endRefused,
    signing: ({ email, ...wish }) => ({ deed: `Make ${email.trim()} ${roleAt(tenant, wish, own)}`, consequence: `It holds at once, and ${lasts(wish)}.` }),
    done: ({ role }) => (role === 'custom' ? 'The role is held now.' : `The role ${roleWord(role)} is held now.`),
  })
  return (
    <CommandForm of={form} deed="Give role" whyNot={whyNot}>
      <Field {...form.field('email')} hint="Of somebody who is known here." type="email" autoComplete="off" maxLength={254} placeholder="lin@example.org" />
      <RoleFields where={form.field('namespace')} role={form.field('role')} until={form.field('until')} namespaces={namespaces} own={own} />
    </CommandForm>
  )
}
