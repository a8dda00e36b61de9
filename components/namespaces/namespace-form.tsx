'use client'
import dynamic from 'next/dynamic'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import { RadioCards } from '~/components/ui/radio-cards'
import type { Reason } from '~/components/ui/reason'
import { templateOf, templates } from '~/server/namespaces/decide-template'
import { namespaceRefusals } from '~/server/namespaces/namespace.refusals'
import type { PreparedNamespace } from '~/server/namespaces/prepare-namespace'
import { attributeConcerns, attributeLabels, NamespaceFields } from './namespace-fields'
import { attributesOf, begun } from './wish'

/** Looked at by whoever wants to know, and read only then. */
const ObjectsToBe = dynamic(() => import('./objects-to-be').then((loaded) => loaded.ObjectsToBe), { ssr: false })
const empty = { template: templateOf(null).id, name: '', title: '', environment: '', costCentre: '', owner: '', isolation: '', podSecurity: '', labels: '' }

export function NamespaceForm({ tenant, around, whyNot }: { tenant: string; around: PreparedNamespace; whyNot: Reason | null }) {
  const shownOf = (wish: typeof empty) => begun(wish, templateOf(wish.template), around.isolation)
  const form = useForm('namespaces.create', {
    refusals: namespaceRefusals, empty: { ...empty, name: around.prefix ?? '' }, labels: { template: 'Template', name: 'Name', ...attributeLabels },
    concerns: { ...attributeConcerns, name_taken: 'name', name_was_used: 'name', name_without_prefix: 'name', name_too_long: 'name' },
    input: (wish) => ({ tenant, name: wish.name.trim(), ...attributesOf(shownOf(wish)) }),
    done: ({ name }) => `Namespace ${name} is there. It holds nothing yet: give it a quota next.`,
  })
  const [shown, template] = [shownOf(form.wish), form.field('template')]
  const prefix = around.prefix === null ? '' : ` Here it begins with ${around.prefix}.`
  return (
    <CommandForm of={form} deed="Create namespace" whyNot={whyNot}>
      <RadioCards {...template} onChoose={template.onType} options={templates.map(({ id, says, about }) => ({ value: id, says, about }))} />
      <Field {...form.field('name')} hint={`Lower-case letters, digits and hyphens. It stays.${prefix}`} autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={63} className="name w-full" placeholder={`${around.prefix ?? ''}evaluation`} />
      <NamespaceFields tenant={tenant} field={form.field} shown={shown} around={around} />
      <ObjectsToBe tenant={tenant} name={form.wish.name.trim()} attributes={attributesOf(shown)} around={around} />
    </CommandForm>
  )
}
