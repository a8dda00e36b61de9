'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import { HandleField } from '~/components/ui/handle-field'
import type { Reason } from '~/components/ui/reason'
import { organisationRefusals } from '~/server/organisations/organisation.refusals'

export function OrganisationForm({ whyNot }: { whyNot: Reason | null }) {
  const form = useForm('organisations.create', {
    refusals: organisationRefusals, empty: { organisation: '', title: '' }, labels: { organisation: 'Name', title: 'Title' }, concerns: { name_taken: 'organisation' },
    input: ({ organisation, title }) => ({ organisation: organisation.trim(), title: title.trim() }),
    signing: ({ organisation, title }) => ({
      deed: `Create organisation ${organisation.trim()} (${title.trim()})`, consequence: 'It holds nothing: its tenants are asked for next, and capacity is given by another deed.',
    }),
    done: ({ organisation }) => `Organisation ${organisation} is there. Request its first tenant next.`,
  })
  return (
    <CommandForm of={form} deed="Create organisation" whyNot={whyNot}>
      <HandleField {...form.field('organisation')} placeholder="example-labs" />
      <Field {...form.field('title')} hint="Who is billed, as people read it." autoComplete="off" maxLength={120} placeholder="Example Labs" />
    </CommandForm>
  )
}
