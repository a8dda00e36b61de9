'use client'
import { useState } from 'react'
import { RoleFields } from '~/components/members/role-fields'
import { concerns, empty, labels, lasts, momentOf, roleAt } from '~/components/members/wish'
import { CommandForm } from '~/components/shell/command-form'
import { paths } from '~/components/shell/paths'
import { useForm } from '~/components/shell/use-form'
import { roleWord } from '~/components/shell/why-not'
import { Field } from '~/components/ui/field'
import { Once } from '~/components/ui/once'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { sentence } from '~/components/ui/sentence'
import { invitationRefusals } from '~/server/invitations/invitation.refusals'
import type { GrantableRole } from '~/server/members/decide-member'
import type { PlatformRole } from '~/server/identity/actor'

const once = 'Send this link to whoever it is for. It works once, for seven days.'
const linkOf = (token: string) => `${location.origin}${paths.invitation(token)}`
const addressConcerns = { own_address: 'email', already_invited: 'email' } as const
const address = { hint: 'Whoever has the link comes in by it: send it to nobody else.', type: 'email', autoComplete: 'off', maxLength: 254, placeholder: 'lin@example.org' } as const

export function InvitationForm({ tenant, namespaces, whyNot }: { tenant: string; namespaces: readonly string[] | null; whyNot: Reason | null }) {
  const [link, setLink] = useState<string | null>(null)
  const form = useForm('invitations.make', {
    refusals: invitationRefusals, empty: { email: '', ...empty }, labels: { email: 'E-mail', ...labels }, concerns: { ...concerns, ...addressConcerns },
    input: ({ email, namespace, role, until }) => ({ tenant, email: email.trim(), role: role as GrantableRole, namespace: namespace === '' ? null : namespace, until: momentOf(until) }),
    signing: ({ email, ...wish }) => ({ deed: `Invite ${email.trim()} as ${roleAt(tenant, wish)}`, consequence: `Whoever opens the link within seven days holds it, ${lasts(wish)}.` }),
    done: () => 'The invitation is made.',
    onDone: ({ token }) => setLink(linkOf(token)),
  })
  if (link !== null) return <Once says={once} secret={link} of="the link" onKept={() => setLink(null)} />
  return (
    <CommandForm of={form} deed="Make invitation" whyNot={whyNot}>
      <Field {...form.field('email')} {...address} />
      <RoleFields where={form.field('namespace')} role={form.field('role')} until={form.field('until')} namespaces={namespaces} />
    </CommandForm>
  )
}

const platformRoles: readonly PlatformRole[] = ['platform_admin', 'approver', 'auditor']
export function PlatformInvitationForm({ whyNot }: { whyNot: Reason | null }) {
  const [link, setLink] = useState<string | null>(null)
  const form = useForm('invitations.makeOnPlatform', {
    refusals: invitationRefusals, empty: { email: '', role: 'auditor', until: '' }, labels: { email: 'E-mail', role: 'Role', until: 'Ends' }, concerns: { until_not_possible: 'until', ...addressConcerns },
    input: ({ email, role, until }) => ({ email: email.trim(), role: role as PlatformRole, until: momentOf(until) }),
    signing: ({ email, role, until }) => ({ deed: `Invite ${email.trim()} as ${roleWord(role)} of the platform`, consequence: `Whoever opens the link within seven days holds it, ${lasts({ until })}.` }),
    done: () => 'The invitation is made.',
    onDone: ({ token }) => setLink(linkOf(token)),
  })
  if (link !== null) return <Once says={once} secret={link} of="the link" onKept={() => setLink(null)} />
  const role = form.field('role')
  return (
    <CommandForm of={form} deed="Make invitation" whyNot={whyNot}>
      <Field {...form.field('email')} {...address} />
      <Select {...role} onChoose={role.onType} options={platformRoles.map((each) => ({ value: each, says: sentence(roleWord(each)) }))} />
      <Field {...form.field('until')} type="date" optional className="w-fit" hint="With that day, in UTC. Without one it holds until somebody ends it." />
    </CommandForm>
  )
}
