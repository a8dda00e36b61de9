'use client'
import { useMemo, useState } from 'react'
import { CommandForm } from '~/components/shell/command-form'
import { PaletteEntries } from '~/components/shell/palette-entries'
import { useForm } from '~/components/shell/use-form'
import { RadioCards } from '~/components/ui/radio-cards'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { Strip } from '~/components/ui/strip'
import { stepRefusals } from '~/server/cases/case.refusals'
import type { PartShown } from '~/server/cases/show-steps'
import { type StepKind, stepKinds } from '~/server/cases/step'
import { SuspendRequests } from './bind-tenant'
import { PartTable } from './part-table'
import { sayParts, stepWords } from './step-words'

type Of = { tenant: string; id: string }
type Props = Of & { idle: readonly PartShown[]; now: string; whyNot: Readonly<Record<StepKind, Reason | null>> }
/** Which step, what it would come to, and then the deed: the figures of a key choose it. */
export function TakeStep({ idle, now, whyNot, ...of }: Props) {
  const [kind, setKind] = useState<StepKind>('notify')
  const entries = useMemo(() => stepKinds.map((each, at) => ({ id: `step-${each}`, says: stepWords[each].says, keys: String(at + 1), whyNot: null, run: () => setKind(each) })), [])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PaletteEntries entries={entries} />
      <div className="max-w-140"><RadioCards label="Which step?" name="step" value={kind} onChoose={(value) => setKind(value as StepKind)} options={stepKinds.map((value) => ({ value, says: stepWords[value].says, about: stepWords[value].about }))} /></div>
      {kind === 'notify' && <Notify {...of} whyNot={whyNot.notify} />}
      {kind === 'ask' && <Ask {...of} whyNot={whyNot.ask} />}
      {kind === 'reclaim' && <Reclaim key={idle.map(({ allocation }) => allocation).join()} {...of} idle={idle} now={now} whyNot={whyNot.reclaim} />}
      {kind === 'suspend' && <SuspendRequests {...of} whyNot={whyNot.suspend} />}
    </div>
  )
}

function Notify({ tenant, id, whyNot }: Of & { whyNot: Reason | null }) {
  const form = useForm('cases.notify', { refusals: stepRefusals, empty: {}, labels: {}, concerns: {}, input: () => ({ tenant, case: id }), done: ({ repeats }) => (repeats ? 'The tenant was told before.' : 'The tenant is told.') })
  return <CommandForm of={form} deed="Tell the tenant" whyNot={whyNot}>{null}</CommandForm>
}

const hours = [1, 4, 24, 72]
function Ask({ tenant, id, whyNot }: Of & { whyNot: Reason | null }) {
  const form = useForm('cases.ask', { refusals: stepRefusals, empty: { hours: '4' }, labels: { hours: 'It may answer for' }, concerns: {}, input: ({ hours: chosen }) => ({ tenant, case: id, hours: Number(chosen) }), done: () => 'The tenant is asked.' })
  const { onType, ...field } = form.field('hours')
  return (
    <CommandForm of={form} deed="Ask the tenant" whyNot={whyNot}>
      <Select {...field} onChoose={onType} options={hours.map((each) => ({ value: String(each), says: each === 1 ? '1 hour' : `${each} hours` }))} />
    </CommandForm>
  )
}

/** What is signed names each allocation that is shown. */
function Reclaim({ tenant, id, idle, now, whyNot }: Of & { idle: readonly PartShown[]; now: string; whyNot: Reason | null }) {
  const what = sayParts(idle)
  const form = useForm('cases.reclaim', {
    refusals: stepRefusals, empty: {}, labels: {}, concerns: {}, input: () => ({ tenant, case: id, allocations: idle.map(({ allocation }) => allocation) }), done: () => 'It is announced. In five minutes what still stands unused is ended.',
    signing: () => ({ deed: `Reclaim ${what} of ${tenant}`, consequence: `In five minutes what still stands unused is ended: ${idle.map(({ name }) => name).join(', ')}. Until then, and after, it can be undone.` }),
  })
  if (idle.length === 0) return <Strip tone="info">Nothing that this case is about stands unused now, so there is nothing to reclaim.</Strip>
  return (
    <CommandForm of={form} deed={`Reclaim ${what}`} whyNot={whyNot}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="font-medium text-strong">What it comes to</h3>
        <PartTable label="What would be reclaimed" parts={idle} now={new Date(now)} hrefOf={null} isTaken={false} />
        <p className="text-dense text-quiet">The admins of {tenant} and whoever holds these are told at once. Nothing else of the tenant is touched.</p>
      </div>
    </CommandForm>
  )
}
