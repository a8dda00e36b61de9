'use client'
import { optionsOf } from '~/components/permissions/options-of'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Checkboxes } from '~/components/ui/checkboxes'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { roleRefusals } from '~/server/roles/role.refusals'

type Composable = readonly { action: string; effect: 'read' | 'write' }[]
type Role = { role: string; version: string; title: string; actions: readonly string[] }
const labels = { title: 'Title', actions: 'What it may do' }
const concerns = { title_taken: 'title', not_composable: 'actions', operates_and_audits: 'actions' } as const
type Wish = { title: string; actions: readonly string[] }
/** The version that typing began from stays with what was typed: what somebody else made of the role meanwhile is not overwritten unseen. */
type Change = Wish & { version: string }
const inputOf = (wish: Wish) => ({ title: wish.title.trim(), actions: [...wish.actions] as never })
const listed = ({ actions }: Wish) => `It may: ${actions.length ? actions.join(', ') : 'nothing'}.`

type Asked = { title: React.ComponentProps<typeof Field>; chosen: { name: string; problem: string | null; value: readonly string[]; onType: (chosen: readonly string[]) => void }; composable: Composable }
const Fields = ({ title, chosen, composable }: Asked) => (
  <>
    <Field {...title} autoComplete="off" maxLength={120} placeholder="Quota keeper" />
    <Checkboxes
      label={labels.actions} name={chosen.name} problem={chosen.problem} chosen={chosen.value} onChoose={chosen.onType} hint="Out of what a tenant admin may do. Giving roles is in no list, and nobody reads the record and changes things."
      options={optionsOf(composable)} find="Find a permission"
    />
  </>
)

export function CreateRoleForm({ tenant, composable, whyNot }: { tenant: string; composable: Composable; whyNot: Reason | null }) {
  const form = useForm('roles.create', {
    refusals: roleRefusals, empty: { title: '', actions: [] as readonly string[] }, labels, concerns,
    input: (wish) => ({ tenant, ...inputOf(wish) }),
    signing: (wish) => ({ deed: `Compose the role “${wish.title.trim()}” in ${tenant}`, consequence: listed(wish) }),
    done: ({ title }) => `The role “${title}” can be given now.`,
  })
  return <CommandForm of={form} deed="Compose role" whyNot={whyNot}><Fields title={form.field('title')} chosen={form.field('actions')} composable={composable} /></CommandForm>
}

export function ChangeRoleForm({ tenant, role, composable, whyNot }: { tenant: string; role: Role; composable: Composable; whyNot: Reason | null }) {
  const form = useForm('roles.change', {
    refusals: roleRefusals, empty: { version: role.version, title: role.title, actions: role.actions } as Change, labels: { ...labels, version: 'Version' }, concerns,
    input: (wish) => ({ tenant, role: role.role, version: wish.version, ...inputOf(wish) }),
    signing: (wish) => ({ deed: `Change the role “${role.title}” of ${tenant}`, consequence: `For everybody who holds it, at their next request. ${listed(wish)}` }),
    done: ({ title }) => `The role “${title}” is changed.`,
  })
  return <CommandForm of={form} deed="Change role" whyNot={whyNot}><Fields title={form.field('title')} chosen={form.field('actions')} composable={composable} /></CommandForm>
}
