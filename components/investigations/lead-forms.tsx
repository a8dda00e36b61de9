'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { TextArea } from '~/components/ui/text-area'
import { investigationRefusals } from '~/server/investigations/investigation.refusals'
import { orNull } from './investigation-words'

type Props = { investigation: string; whyNot: Reason | null }
type Asked = { query: string; incident: string; incidents: readonly { incident: string; title: string }[] }

/** To somebody else who may read everybody’s record. */
export function HandForm({ investigation, whyNot }: Props) {
  const form = useForm('investigations.hand', {
    refusals: investigationRefusals, empty: { email: '', reason: '' }, labels: { email: 'E-mail of the next owner', reason: 'Reason' }, concerns: { person_unknown: 'email', may_not_read: 'email' },
    input: ({ email, reason }) => ({ investigation, email: email.trim(), reason: reason.trim() }), done: () => 'It is handed over.',
  })
  return (
    <CommandForm of={form} deed="Hand over" isMain={false} whyNot={whyNot}>
      <Field {...form.field('email')} type="email" autoComplete="off" hint="Somebody who audits the platform." />
      <TextArea {...form.field('reason')} longest={500} rows={2} />
    </CommandForm>
  )
}

/** What it is searched by and of which incident it is, from now on. */
export function ChangeForm({ investigation, query, incident, incidents, whyNot }: Props & Asked) {
  const form = useForm('investigations.change', {
    refusals: investigationRefusals, empty: { query, incident, reason: '' }, labels: { query: 'Search', incident: 'Incident', reason: 'Reason' }, concerns: { incident_unknown: 'incident' },
    input: (wish) => ({ investigation, query: orNull(wish.query), incident: orNull(wish.incident), reason: wish.reason.trim() }), done: ({ repeats }) => (repeats ? 'It was so already.' : 'It is changed.'),
  })
  const of = form.field('incident')
  return (
    <CommandForm of={form} deed="Change investigation" isMain={false} whyNot={whyNot}>
      <Field {...form.field('query')} maxLength={400} hint="As it is typed to search the record. What it was before stays in the record." autoComplete="off" spellCheck={false} autoCapitalize="none" className="name w-full" optional />
      {incidents.length > 0 && <Select label={of.label} problem={of.problem} name={of.name} value={of.value} onChoose={of.onType} none="None" options={incidents.map(({ incident: value, title }) => ({ value, says: title }))} optional />}
      <TextArea {...form.field('reason')} longest={500} rows={2} />
    </CommandForm>
  )
}

export function CloseForm({ investigation, whyNot }: Props) {
  const form = useForm('investigations.close', { refusals: investigationRefusals, empty: { finding: '' }, labels: { finding: 'What was found' }, concerns: {}, input: ({ finding }) => ({ investigation, finding: finding.trim() }), done: () => 'The investigation is closed.' })
  return <CommandForm of={form} deed="Close investigation" isMain={false} whyNot={whyNot}><TextArea {...form.field('finding')} longest={500} rows={3} hint="The answer to the question. Nothing is done in it after that, until its owner reopens it." /></CommandForm>
}

export function ReopenForm({ investigation, whyNot }: Props) {
  const form = useForm('investigations.reopen', { refusals: investigationRefusals, empty: { reason: '' }, labels: { reason: 'Reason' }, concerns: {}, input: ({ reason }) => ({ investigation, reason: reason.trim() }), done: () => 'The investigation is open again.' })
  return <CommandForm of={form} deed="Reopen investigation" whyNot={whyNot}><TextArea {...form.field('reason')} longest={500} rows={2} hint="What had been found stays under what was done." /></CommandForm>
}
