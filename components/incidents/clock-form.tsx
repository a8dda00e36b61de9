'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import { RadioCards } from '~/components/ui/radio-cards'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { incidentRefusals } from '~/server/incidents/incident.refusals'
import type { BreachAnswer } from '~/server/incidents/incident'
import { momentOf } from './incident-words'

const options = [
  { value: 'told', says: 'The authority was told', about: 'Say when, and how.' },
  { value: 'not_needed', says: 'It need not be told', about: 'No personal data is concerned, or nobody is at risk. Say why.' },
]
/** The answer to the 72 hours. It can be given anew until the incident is closed. */
export function ClockForm({ incident, now, whyNot }: { incident: string; now: string; whyNot: Reason | null }) {
  const form = useForm('incidents.tell', {
    refusals: incidentRefusals, empty: { answer: 'told' as string, toldAt: now.slice(0, 16), note: '' }, labels: { answer: 'Personal data', toldAt: 'Told at', note: 'How, or why not' }, concerns: { told_when: 'toldAt', told_ahead: 'toldAt', told_before_aware: 'toldAt' },
    input: ({ answer, toldAt, note }) => ({ incident, answer: answer as BreachAnswer, toldAt: answer === 'told' ? momentOf(toldAt) : null, note: note.trim() }), done: () => 'It is written down.',
  })
  const answer = form.field('answer')
  return (
    <CommandForm of={form} deed="Write down" whyNot={whyNot}>
      <RadioCards label={answer.label} problem={answer.problem} name={answer.name} value={answer.value} onChoose={answer.onType} options={options} />
      {answer.value === 'told' && <Field {...form.field('toldAt')} type="datetime-local" className="w-fit" hint="In UTC." />}
      <TextArea {...form.field('note')} longest={500} rows={2} />
    </CommandForm>
  )
}
