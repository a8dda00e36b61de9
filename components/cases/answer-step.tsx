'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { TextArea } from '~/components/ui/text-area'
import { answerRefusals } from '~/server/cases/case.refusals'
import { keepHoursMost, waitHoursMost } from '~/server/cases/step'
import { type Answerable, sayHours } from './step-words'

/** What can be answered, and what an answer may ask for: time while it is asked, a delay of what is announced, and nothing of what is in force. */
const asks = {
  asked: { label: 'Keep it for', hours: [2, 8, 24, keepHoursMost], none: 'We do not need it any more', done: 'The platform was told. Until then nothing of it is taken.' },
  announced: { label: 'It is to wait for', hours: [2, 8, waitHoursMost], none: 'It need not wait', done: 'The platform was told. It waits for so long, once.' },
  in_force: { label: null, hours: [], none: '', done: 'The platform was told.' },
} as const satisfies Record<Answerable, object>

/** The tenant says why, and for how long it needs what it has where that can be asked for. */
export function AnswerStep({ tenant, step, state, whyNot }: { tenant: string; step: string; state: Answerable; whyNot: Reason | null }) {
  const of = asks[state]
  const form = useForm('cases.answer', {
    refusals: answerRefusals, empty: { hours: String(of.hours[0] ?? ''), reason: '' }, labels: { hours: of.label ?? '', reason: 'Because' }, concerns: { waits_a_day: 'hours', waited_before: 'hours' },
    input: ({ hours, reason }) => ({ tenant, step, hours: hours === '' ? null : Number(hours), reason: reason.trim() }), done: ({ keepUntil }) => (keepUntil === null ? 'The platform was told.' : of.done),
  })
  const { onType, ...field } = form.field('hours')
  return (
    <CommandForm of={form} deed="Answer" whyNot={whyNot}>
      {of.hours.length > 0 && <Select {...field} onChoose={onType} options={[...of.hours.map((each) => ({ value: String(each), says: sayHours(each) })), { value: '', says: of.none }]} />}
      <TextArea {...form.field('reason')} hint="Whoever runs the platform reads it." longest={500} rows={2} />
    </CommandForm>
  )
}
