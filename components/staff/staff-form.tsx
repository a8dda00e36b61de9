'use client'
import { endRefused, lasts, momentOf } from '~/components/members/wish'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { roleWord } from '~/components/shell/why-not'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { sentence } from '~/components/ui/sentence'
import type { PlatformRole } from '~/server/identity/actor'
import { staffRefusals } from '~/server/staff/staff.refusals'

const roles: readonly PlatformRole[] = ['platform_admin', 'approver', 'auditor']

export function StaffForm({ whyNot }: { whyNot: Reason | null }) {
  const form = useForm('staff.grant', {
    refusals: staffRefusals, empty: { email: '', role: 'auditor', until: '' }, labels: { email: 'E-mail', role: 'Role', until: 'Ends' },
    concerns: { person_unknown: 'email', own_role: 'email', already_holds: 'role', operates_and_audits: 'role', until_not_possible: 'until' },
    input: ({ email, role, until }) => ({ email: email.trim(), role: role as PlatformRole, until: momentOf(until) }),
    before: endRefused,
    signing: ({ email, role, until }) => ({ deed: `Make ${email.trim()} ${roleWord(role)} of the platform`, consequence: `It holds at once, and ${lasts({ until })}.` }),
    done: ({ role }) => `The role ${roleWord(role)} is held now.`,
  })
  const role = form.field('role')
  return (
    <CommandForm of={form} deed="Give role" whyNot={whyNot}>
      <Field {...form.field('email')} hint="Of somebody who is known here." type="email" autoComplete="off" maxLength={254} placeholder="lin@example.org" />
      <Select {...role} onChoose={role.onType} options={roles.map((each) => ({ value: each, says: sentence(roleWord(each)) }))} />
      <Field {...form.field('until')} type="date" optional className="w-fit" hint="With that day, in UTC. Without one it holds until somebody ends it." />
    </CommandForm>
  )
}
