'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { TextArea } from '~/components/ui/text-area'
import { answerRefusals } from '~/server/cases/case.refusals'
import { keepHoursMost } from '~/server/cases/step'

const hours = [2, 8, 24, keepHoursMost]
/** The tenant says for how long it needs what it has, and why. */
export function AnswerStep({ tenant, step, whyNot }: { tenant: string; step: string; whyNot: Reason | null }) {
  const form = useForm('cases.answer', {
    refusals: answerRefusals, empty: { hours: String(hours[0]), reason: '' }, labels: { hours: 'Keep it for', reason: 'Because' }, concerns: {},
    input: ({ hours: chosen, reason }) => ({ tenant, step, hours: Number(chosen), reason: reason.trim() }), done: () => 'The platform was told. Until then nothing of it is reclaimed.',
  })
  const { onType, ...field } = form.field('hours')
  return (
    <CommandForm of={form} deed="Keep it" whyNot={whyNot}>
      <Select {...field} onChoose={onType} options={hours.map((each) => ({ value: String(each), says: `${each} hours` }))} />
      <TextArea {...form.field('reason')} hint="Whoever runs the platform reads it." longest={500} rows={2} />
    </CommandForm>
  )
}
