'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { stepRefusals } from '~/server/cases/case.refusals'
import type { Standing } from '~/server/cases/decide-effect'
import type { PartShown } from '~/server/cases/show-steps'
import type { ChargeOf } from '~/server/cases/standing'
import type { Taking } from '~/server/cases/step'
import { EffectSheet } from './effect-sheet'
import { PartTable } from './part-table'
import { sayParts } from './step-words'

type Props = { tenant: string; id: string; isMain: boolean; parts: readonly PartShown[]; charges: readonly ChargeOf[]; standing: readonly Standing[]; now: string; whyNot: Reason | null }

/** What is signed names each allocation that is shown. */
export function Reclaim({ tenant, id, isMain, parts, whyNot, ...shown }: Props) {
  const what = sayParts(parts)
  const form = useForm('cases.reclaim', {
    refusals: stepRefusals, empty: {}, labels: {}, concerns: {}, input: () => ({ tenant, case: id, allocations: parts.map(({ allocation }) => allocation) }), done: () => 'It is announced. In five minutes what still stands unused is ended.',
    signing: () => ({ deed: `Reclaim ${what} of ${tenant}`, consequence: `In five minutes what still stands unused is ended: ${parts.map(({ name }) => name).join(', ')}. Until then, and after, it can be undone.` }),
  })
  if (parts.length === 0) return <Strip tone="info">Nothing that this case is about stands unused now, so there is nothing to reclaim.</Strip>
  return <CommandForm of={form} deed={`Reclaim ${what}`} isMain={isMain} whyNot={whyNot}><Comes {...shown} kind="reclaim" label="What would be reclaimed" tenant={tenant} parts={parts} /></CommandForm>
}

/** The same of what has more than it needs, each with its size. */
export function Shrink({ tenant, id, isMain, parts, whyNot, ...shown }: Props) {
  const form = useForm('cases.shrink', {
    refusals: stepRefusals, empty: {}, labels: {}, concerns: {}, input: () => ({ tenant, case: id, allocations: parts.map(({ allocation, gpus }) => ({ allocation, gpus: gpus ?? 1 })) }), done: () => 'It is announced. In five minutes what then needs no more is made smaller.',
    signing: () => ({ deed: `Make smaller what ${tenant} has beyond its need`, consequence: `In five minutes each has so many GPUs a pod: ${parts.map(({ name, gpus }) => `${name} ${gpus}`).join(', ')}. Until then, and after, it can be undone.` }),
  })
  if (parts.length === 0) return <Strip tone="info">Nothing that this case is about has more than it needs, by what is known, so there is nothing to make smaller.</Strip>
  return <CommandForm of={form} deed={`Make ${parts.length === 1 ? '1 allocation' : `${parts.length} allocations`} smaller`} isMain={isMain} whyNot={whyNot}><Comes {...shown} kind="shrink" label="What would be made smaller" tenant={tenant} parts={parts} /></CommandForm>
}

/** The same of all that is borrowed. */
export function Preempt({ tenant, id, isMain, parts, whyNot, ...shown }: Props) {
  const what = sayParts(parts)
  const form = useForm('cases.preempt', {
    refusals: stepRefusals, empty: {}, labels: {}, concerns: {}, input: () => ({ tenant, case: id, allocations: parts.map(({ allocation }) => allocation) }), done: () => 'It is announced. In five minutes what is still borrowed is ended.',
    signing: () => ({ deed: `Take back ${what} that ${tenant} has borrowed`, consequence: `In five minutes it is ended, used or not: ${parts.map(({ name }) => name).join(', ')}. Until then, and after, it can be undone.`, only: 'passkey' }),
  })
  if (parts.length === 0) return <Strip tone="info">The tenant has borrowed nothing that can be taken back, so there is nothing to preempt.</Strip>
  return <CommandForm of={form} deed={`Take back ${what}`} isMain={isMain} whyNot={whyNot}><Comes {...shown} kind="preempt" label="What would be taken back" tenant={tenant} parts={parts} /></CommandForm>
}

function Comes({ kind, label, tenant, parts, charges, standing, now }: Omit<Props, 'id' | 'isMain' | 'whyNot'> & { kind: Taking; label: string }) {
  const named = new Set(parts.map(({ allocation }) => allocation))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-strong">What it comes to</h3>
      <PartTable label={label} kind={kind} parts={parts} now={new Date(now)} hrefOf={null} isTaken={false} />
      <EffectSheet standing={standing} doing={{ is: 'takes', charges: charges.filter(({ allocation }) => named.has(allocation)) }} />
      <p className="text-dense text-quiet">The admins of {tenant} and whoever holds these are told at once. Nothing else of the tenant is touched.</p>
    </div>
  )
}
