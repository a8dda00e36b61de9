'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import { HandleField } from '~/components/ui/handle-field'
import type { Reason } from '~/components/ui/reason'
import { namespaceRefusals } from '~/server/namespaces/namespace.refusals'

export function NamespaceForm({ tenant, whyNot }: { tenant: string; whyNot: Reason | null }) {
  const form = useForm('namespaces.create', {
    refusals: namespaceRefusals, empty: { name: '', title: '' }, labels: { name: 'Name', title: 'Title' }, concerns: { name_taken: 'name' },
    input: ({ name, title }) => ({ tenant, name: name.trim(), title: title.trim() }),
    done: ({ name }) => `Namespace ${name} is there. It holds nothing yet: give it a quota next.`,
  })
  return (
    <CommandForm of={form} deed="Create namespace" whyNot={whyNot}>
      <HandleField {...form.field('name')} placeholder="evaluation" />
      <Field {...form.field('title')} hint="What people read." autoComplete="off" maxLength={120} placeholder="Evaluation" />
    </CommandForm>
  )
}
