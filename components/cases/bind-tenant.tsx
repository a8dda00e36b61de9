'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { stepRefusals } from '~/server/cases/case.refusals'
import { bindHoursMost } from '~/server/cases/step'
import type { Standing } from '~/server/cases/decide-effect'
import { EffectSheet } from './effect-sheet'
import { sayHours } from './step-words'

type Of = { tenant: string; id: string; isMain: boolean; standing: readonly Standing[]; whyNot: Reason | null }
const hours = [24, 72, 168, bindHoursMost].map((each) => ({ value: String(each), says: sayHours(each) }))
const proposed = () => 'It waits for the signature of another platform admin.'

export function SuspendRequests({ tenant, id, isMain, standing, whyNot }: Of) {
  const form = useForm('cases.suspend', {
    refusals: stepRefusals, empty: { hours: '72' }, labels: { hours: 'For' }, concerns: {}, input: ({ hours: chosen }) => ({ tenant, case: id, hours: Number(chosen) }), done: proposed,
    signing: ({ hours: chosen }) => ({ deed: `Suspend new requests of ${tenant}`, consequence: `Once another platform admin has signed it, nothing new is asked for in ${tenant} for ${sayHours(Number(chosen))}. What runs goes on.`, only: 'passkey' }),
  })
  const { onType, ...field } = form.field('hours')
  return (
    <CommandForm of={form} deed="Suspend new requests" isMain={isMain} whyNot={whyNot}>
      <Select {...field} onChoose={onType} options={hours} />
      <EffectSheet standing={standing} doing={{ is: 'suspend' }} />
    </CommandForm>
  )
}

const percents = [75, 50, 25, 0].map((each) => ({ value: String(each), says: each === 0 ? 'Nothing' : `${each} % of what it may now` }))
export function ReduceBurst({ tenant, id, isMain, standing, whyNot }: Of) {
  const form = useForm('cases.burst', {
    refusals: stepRefusals, empty: { percent: '75', hours: '168' }, labels: { percent: 'It may still borrow', hours: 'For' }, concerns: {}, done: proposed,
    input: ({ percent, hours: chosen }) => ({ tenant, case: id, percent: Number(percent), hours: Number(chosen) }),
    signing: ({ percent, hours: chosen }) => ({ deed: `Let ${tenant} borrow less`, consequence: `Once another platform admin has signed it, ${tenant} borrows no more than ${percent} % of what it may now, for ${sayHours(Number(chosen))}. What it has stays.`, only: 'passkey' }),
  })
  const [{ onType: choosePercent, ...percent }, { onType: chooseHours, ...lasts }] = [form.field('percent'), form.field('hours')]
  return (
    <CommandForm of={form} deed="Let it borrow less" isMain={isMain} whyNot={whyNot}>
      <Select {...percent} onChoose={choosePercent} options={percents} />
      <Select {...lasts} onChoose={chooseHours} options={hours} />
      <EffectSheet standing={standing} doing={{ is: 'burst', percent: Number(form.wish.percent) }} />
    </CommandForm>
  )
}
