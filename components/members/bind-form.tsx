'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { memberRefusals } from '~/server/members/member.refusals'
import { RoleFields } from './role-fields'
import { concerns, empty, inputOf, labels, lasts, roleAt } from './wish'

/** What everybody in a group of a provider is to hold. */
export function BindForm({ tenant, namespaces, whyNot }: { tenant: string; namespaces: readonly string[]; whyNot: Reason | null }) {
  const form = useForm('members.bindGroup', {
    refusals: memberRefusals, empty: { provider: '', group: '', ...empty }, labels: { provider: 'Provider', group: 'Group', ...labels },
    concerns: { ...concerns, already_bound: 'role', group_too_large: 'group' },
    input: ({ provider, group, ...wish }) => ({ tenant, provider: provider.trim(), group: group.trim(), ...inputOf(wish) }),
    signing: ({ provider, group, ...wish }) => ({ deed: `Make everybody in group ${group.trim()} of ${provider.trim()} ${roleAt(tenant, wish)}`, consequence: `It holds for who is known to be in it at once, for others from their next sign-in, and ${lasts(wish)}.` }),
    done: ({ people }) => `The group has the role now, and with it ${people.length === 1 ? '1 person' : `${people.length} people`}.`,
  })
  return (
    <CommandForm of={form} deed="Give role to group" whyNot={whyNot}>
      <Field {...form.field('provider')} hint="The name by which the operators know it." autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={63} className="name w-60 max-w-full" />
      <Field {...form.field('group')} hint="Exactly as the provider writes it." autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={128} />
      <RoleFields where={form.field('namespace')} role={form.field('role')} until={form.field('until')} namespaces={namespaces} />
    </CommandForm>
  )
}
