'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { roleWord } from '~/components/shell/why-not'
import { Field } from '~/components/ui/field'
import { Select } from '~/components/ui/select'
import { sentence } from '~/components/ui/sentence'
import { memberRefusals } from '~/server/members/member.refusals'
import { grantableRoles, type GrantableRole, isHeldHere } from '~/server/members/decide-member'

export function GrantForm({ tenant, namespaces, whyNot }: { tenant: string; namespaces: readonly string[]; whyNot: string | null }) {
  const form = useForm('members.grant', {
    refusals: memberRefusals, empty: { email: '', namespace: '', role: 'developer' }, labels: { email: 'E-mail', namespace: 'Where', role: 'Role' },
    concerns: { person_unknown: 'email', namespace_unknown: 'namespace', role_not_here: 'role', own_role: 'email', already_holds: 'role' },
    input: ({ email, namespace, role }) => ({ tenant, email: email.trim(), namespace: namespace === '' ? null : namespace, role: role as GrantableRole }),
    signing: ({ email, namespace, role }) => ({
      deed: `Make ${email.trim()} ${roleWord(role)} of ${namespace === '' ? tenant : `${tenant}/${namespace}`}`, consequence: 'It holds at once, and until somebody ends it.',
    }),
    done: ({ role }) => `The role ${roleWord(role)} is held now.`,
  })
  const [where, role] = [form.field('namespace'), form.field('role')]
  const roles = grantableRoles.filter((each) => isHeldHere(each, where.value === '' ? null : where.value))
  return (
    <CommandForm of={form} deed="Give role" whyNot={whyNot}>
      <Field {...form.field('email')} hint="Of somebody who is known here." type="email" autoComplete="off" maxLength={254} placeholder="lin@northwind.test" />
      <Select {...where} onChoose={where.onType} none="The whole tenant" options={namespaces.map((name) => ({ value: name, says: name }))} />
      <Select {...role} onChoose={role.onType} options={roles.map((each) => ({ value: each, says: sentence(roleWord(each)) }))} />
    </CommandForm>
  )
}
