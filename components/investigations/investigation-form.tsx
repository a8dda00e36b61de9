'use client'
import { useRouter } from 'next/navigation'
import { CommandForm } from '~/components/shell/command-form'
import { paths } from '~/components/shell/paths'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { TextArea } from '~/components/ui/text-area'
import { investigationRefusals } from '~/server/investigations/investigation.refusals'
import { orNull } from './investigation-words'

type Props = { query: string; incident: string; incidents: readonly { incident: string; title: string }[]; whyNot: Reason | null }

/** What is to be found out, and what is searched for it. */
export function InvestigationForm({ query, incident, incidents, whyNot }: Props) {
  const router = useRouter()
  const form = useForm('investigations.open', {
    refusals: investigationRefusals, empty: { title: '', question: '', query, incident }, labels: { title: 'Title', question: 'Question', query: 'Search', incident: 'Incident' }, concerns: { incident_unknown: 'incident' },
    input: (wish) => ({ title: wish.title.trim(), question: wish.question.trim(), query: orNull(wish.query), incident: orNull(wish.incident) }),
    done: () => 'The investigation is open.', onDone: ({ investigation }) => router.push(paths.investigation(investigation)),
  })
  const of = form.field('incident')
  return (
    <CommandForm of={form} deed="Open investigation" whyNot={whyNot}>
      <Field {...form.field('title')} maxLength={120} autoComplete="off" placeholder="Limits raised at night" />
      <TextArea {...form.field('question')} longest={500} rows={3} placeholder="Who raised the limit, and did anybody ask for it?" hint="What is to be found out." />
      <Field {...form.field('query')} maxLength={400} hint="As it is typed to search the record. It is kept with the investigation." autoComplete="off" spellCheck={false} autoCapitalize="none" className="name w-full" optional />
      {incidents.length > 0 && <Select label={of.label} problem={of.problem} name={of.name} value={of.value} onChoose={of.onType} none="None" options={incidents.map(({ incident: value, title }) => ({ value, says: title }))} optional />}
    </CommandForm>
  )
}
