'use client'
import { Activity, useMemo, useRef, useState } from 'react'
import { CommandForm } from '~/components/shell/command-form'
import { PaletteEntries } from '~/components/shell/palette-entries'
import { useForm } from '~/components/shell/use-form'
import { RadioCards } from '~/components/ui/radio-cards'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { stepRefusals } from '~/server/cases/case.refusals'
import type { Standing } from '~/server/cases/decide-effect'
import type { StepRefusal } from '~/server/cases/decide-step'
import type { PartShown } from '~/server/cases/show-steps'
import type { ChargeOf } from '~/server/cases/standing'
import { type StepKind, stepKinds } from '~/server/cases/step'
import { many } from '~/server/shared/many'
import { ReduceBurst, SuspendRequests } from './bind-tenant'
import { stepWords } from './step-words'
import { Preempt, Reclaim, Shrink } from './take-back'

const keyOf = (parts: readonly PartShown[]) => parts.map(({ allocation }) => allocation).join()
type Of = { tenant: string; id: string; /** Not where a step waits for a signature: that comes first. */ isMain: boolean }
type Props = Of & { idle: readonly PartShown[]; spare: readonly PartShown[]; back: readonly ChargeOf[]; borrowed: readonly PartShown[]; charges: readonly ChargeOf[]; standing: readonly Standing[]; now: string; /** What is in the way now, whoever tries. */ refused: Readonly<Record<StepKind, StepRefusal | null>>; whyNot: Readonly<Record<StepKind, Reason | null>> }
/** Which step, what it would come to, and then the deed: the figures of a key choose it. */
export function TakeStep({ idle, spare, back, borrowed, charges, standing, now, refused, whyNot: missing, ...of }: Props) {
  const [kind, setKind] = useState<StepKind>('notify')
  const choice = useRef<HTMLDivElement>(null)
  const whyNot = (each: StepKind): Reason | null => missing[each] ?? (refused[each] && `${stepRefusals[refused[each]].says} ${stepRefusals[refused[each]].fix}`)
  // Whoever chooses by a key goes on from what they chose, and hears it.
  const entries = useMemo(() => stepKinds.map((each, at) => ({ id: `step-${each}`, says: stepWords[each].says, keys: String(at + 1), whyNot: null, run: () => {
    setKind(each)
    choice.current?.querySelector<HTMLInputElement>(`input[value="${each}"]`)?.focus()
  } })), [])
  // Looking at another step empties none: what was chosen for one is there when somebody comes back to it.
  const forms: Record<StepKind, React.ReactNode> = {
    notify: <Notify {...of} whyNot={whyNot('notify')} />,
    ask: <Ask {...of} whyNot={whyNot('ask')} />,
    shrink: <Shrink key={keyOf(spare)} {...of} parts={spare} charges={back} standing={standing} now={now} whyNot={whyNot('shrink')} />,
    reclaim: <Reclaim key={keyOf(idle)} {...of} parts={idle} charges={charges} standing={standing} now={now} whyNot={whyNot('reclaim')} />,
    preempt: <Preempt key={keyOf(borrowed)} {...of} parts={borrowed} charges={charges} standing={standing} now={now} whyNot={whyNot('preempt')} />,
    burst: <ReduceBurst {...of} standing={standing} whyNot={whyNot('burst')} />,
    suspend: <SuspendRequests {...of} standing={standing} whyNot={whyNot('suspend')} />,
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PaletteEntries entries={entries} />
      <div ref={choice} className="max-w-140"><RadioCards label="Which step?" name="step" value={kind} onChoose={(value) => setKind(value as StepKind)} options={stepKinds.map((value) => ({ value, says: stepWords[value].says, about: stepWords[value].about }))} /></div>
      {stepKinds.map((each) => <Activity key={each} mode={each === kind ? 'visible' : 'hidden'}>{forms[each]}</Activity>)}
    </div>
  )
}

function Notify({ tenant, id, isMain, whyNot }: Of & { whyNot: Reason | null }) {
  const form = useForm('cases.notify', { refusals: stepRefusals, empty: {}, labels: {}, concerns: {}, input: () => ({ tenant, case: id }), done: ({ repeats }) => (repeats ? 'The tenant was told before.' : 'The tenant is told.') })
  return <CommandForm of={form} deed="Tell the tenant" isMain={isMain} whyNot={whyNot}>{null}</CommandForm>
}

const hours = [1, 4, 24, 72]
function Ask({ tenant, id, isMain, whyNot }: Of & { whyNot: Reason | null }) {
  const form = useForm('cases.ask', { refusals: stepRefusals, empty: { hours: '4' }, labels: { hours: 'It may answer for' }, concerns: {}, input: ({ hours: chosen }) => ({ tenant, case: id, hours: Number(chosen) }), done: () => 'The tenant is asked.' })
  const { onType, ...field } = form.field('hours')
  return (
    <CommandForm of={form} deed="Ask the tenant" isMain={isMain} whyNot={whyNot}>
      <Select {...field} onChoose={onType} options={hours.map((each) => ({ value: String(each), says: many(each, 'hour') }))} />
    </CommandForm>
  )
}
