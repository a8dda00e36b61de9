'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { investigationRefusals } from '~/server/investigations/investigation.refusals'

type Props = { investigation: string; whyNot: Reason | null }

/** To somebody else who may read everybody’s record. */
export function HandForm({ investigation, whyNot }: Props) {
  const form = useForm('investigations.hand', {
    refusals: investigationRefusals, empty: { email: '', reason: '' }, labels: { email: 'E-mail of the next owner', reason: 'Reason' }, concerns: { person_unknown: 'email', may_not_read: 'email' },
    input: ({ email, reason }) => ({ investigation, email: email.trim(), reason: reason.trim() }), done: () => 'It is handed over.',
  })
  return (
    <CommandForm of={form} deed="Hand over" whyNot={whyNot}>
      <Field {...form.field('email')} type="email" autoComplete="off" hint="Somebody who audits the platform." />
      <TextArea {...form.field('reason')} longest={500} rows={2} />
    </CommandForm>
  )
}

export function CloseForm({ investigation, whyNot }: Props) {
  const form = useForm('investigations.close', { refusals: investigationRefusals, empty: { finding: '' }, labels: { finding: 'What was found' }, concerns: {}, input: ({ finding }) => ({ investigation, finding: finding.trim() }), done: () => 'The investigation is closed.' })
  return <CommandForm of={form} deed="Close investigation" whyNot={whyNot}><TextArea {...form.field('finding')} longest={500} rows={3} hint="The answer to the question. Nothing is done in it after that, until its owner reopens it." /></CommandForm>
}

export function ReopenForm({ investigation, whyNot }: Props) {
  const form = useForm('investigations.reopen', { refusals: investigationRefusals, empty: { reason: '' }, labels: { reason: 'Reason' }, concerns: {}, input: ({ reason }) => ({ investigation, reason: reason.trim() }), done: () => 'The investigation is open again.' })
  return <CommandForm of={form} deed="Reopen investigation" whyNot={whyNot}><TextArea {...form.field('reason')} longest={500} rows={2} hint="What had been found stays under what was done." /></CommandForm>
}
