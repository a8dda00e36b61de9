'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import { HandleField } from '~/components/ui/handle-field'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { regionRefusals } from '~/server/regions/region.refusals'
import { type Jurisdiction, jurisdictions } from '~/server/regions/decide-new-region'
import { jurisdictionWord } from './region-names'

export function RegionForm({ whyNot }: { whyNot: Reason | null }) {
  const form = useForm('regions.add', {
    refusals: regionRefusals, empty: { region: '', title: '', country: '', jurisdiction: 'eu' }, concerns: { name_taken: 'region' },
    labels: { region: 'Name', title: 'Title', country: 'Country', jurisdiction: 'Jurisdiction' },
    input: ({ region, title, country, jurisdiction }) => ({ region: region.trim(), title: title.trim(), country: country.trim().toUpperCase(), jurisdiction: jurisdiction as Jurisdiction }),
    signing: ({ region, title, country, jurisdiction }) => ({
      deed: `Add region ${region.trim()} (${title.trim()}, ${country.trim().toUpperCase()})`, consequence: `Tenants may be allowed there. Its jurisdiction: ${jurisdictionWord(jurisdiction)}.`,
    }),
    done: ({ region }) => `Region ${region} is there.`,
  })
  const { onType, ...jurisdiction } = form.field('jurisdiction')
  return (
    <CommandForm of={form} deed="Add region" whyNot={whyNot}>
      <HandleField {...form.field('region')} placeholder="eu-central-1" />
      <Field {...form.field('title')} hint="The city, as people say it." autoComplete="off" maxLength={120} placeholder="Frankfurt" />
      <Field {...form.field('country')} hint="Two letters." autoComplete="off" maxLength={2} className="name w-16" placeholder="DE" />
      <Select {...jurisdiction} onChoose={onType} options={jurisdictions.map((value) => ({ value, says: jurisdictionWord(value) }))} />
    </CommandForm>
  )
}
