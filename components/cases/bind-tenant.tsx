'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { stepRefusals } from '~/server/cases/case.refusals'
import { bindHoursMost } from '~/server/cases/step'
import { sayHours } from './step-words'

type Of = { tenant: string; id: string; whyNot: Reason | null }
const hours = [24, 72, 168, bindHoursMost].map((each) => ({ value: String(each), says: sayHours(each) }))
const proposed = () => 'It waits for the signature of another platform admin.'

export function SuspendRequests({ tenant, id, whyNot }: Of) {
  const form = useForm('cases.suspend', {
    refusals: stepRefusals, empty: { hours: '72' }, labels: { hours: 'For' }, concerns: {}, input: ({ hours: chosen }) => ({ tenant, case: id, hours: Number(chosen) }), done: proposed,
    signing: ({ hours: chosen }) => ({ deed: `Suspend new requests of ${tenant}`, consequence: `Once another platform admin has signed it, nothing new is asked for in ${tenant} for ${sayHours(Number(chosen))}. What runs goes on.`, only: 'passkey' }),
  })
  const { onType, ...field } = form.field('hours')
  return (
    <CommandForm of={form} deed="Suspend new requests" whyNot={whyNot}>
      <Select {...field} onChoose={onType} options={hours} />
    </CommandForm>
  )
}
