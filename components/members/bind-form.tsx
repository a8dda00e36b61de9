'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import type { GrantableRole } from '~/server/members/decide-member'
import { memberRefusals } from '~/server/members/member.refusals'
import { many } from '~/server/shared/many'
import { RoleFields } from './role-fields'
import { concerns, empty, endRefused, labels, lasts, noProvider, type Provider, placeOf, roleAt, titleOf } from './wish'

/** What everybody in a group of a provider is to hold. */
export function BindForm({ tenant, namespaces, providers, whyNot }: { tenant: string; namespaces: readonly string[] | null; providers: readonly Provider[]; whyNot: Reason | null }) {
  const form = useForm('members.bindGroup', {
    refusals: memberRefusals, empty: { provider: providers[0]?.id ?? '', group: '', ...empty }, labels: { provider: 'Provider', group: 'Group', ...labels },
    concerns: { ...concerns, already_bound: 'role', group_not_theirs: 'group', group_too_large: 'group' },
    input: ({ provider, group, role, ...place }) => ({ tenant, provider, group: group.trim(), role: role as GrantableRole, ...placeOf(place) }),
    before: endRefused,
    signing: ({ provider, group, ...wish }) => ({ deed: `Make everybody in group ${group.trim()} of ${titleOf(providers, provider)} ${roleAt(tenant, wish)}`, consequence: `It holds for who is known to be in it at once, for others from their next sign-in, and ${lasts(wish)}.` }),
    done: ({ people }) => `The group has the role now, and with it ${many(people.length, 'person', 'people')}.`,
  })
  if (providers.length === 0) return <p>{noProvider}</p>
  const provider = form.field('provider')
  return (
    <CommandForm of={form} deed="Give role to group" whyNot={whyNot}>
      <Select {...provider} onChoose={provider.onType} options={providers.map(({ id, title }) => ({ value: id, says: title }))} />
      <Field {...form.field('group')} hint="Exactly as the provider writes it." autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={128} />
      <RoleFields where={form.field('namespace')} role={form.field('role')} until={form.field('until')} namespaces={namespaces} />
    </CommandForm>
  )
}
