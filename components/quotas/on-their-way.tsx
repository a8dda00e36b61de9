'use client'
import { Button } from '~/components/ui/button'
import { Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { formatAmount } from './amount'
import type { DraftLine } from './draft'
import type { QuotaShown } from './quota-grid'

type Props = { quotas: readonly QuotaShown[]; whyNot: Reason | null; isSending: boolean; onStop: (line: DraftLine) => void }
/** What comes down as it is freed, or will: since when and by whom, and how to let it stay as it is. */
export function OnTheirWay({ quotas, whyNot, isSending, onStop }: Props) {
  const going = quotas.flatMap((quota) => (quota.lowers !== null && quota.namespace !== null ? [{ ...quota, namespace: quota.namespace, lowers: quota.lowers }] : []))
  if (going.length === 0) return null
  return (
    <section aria-labelledby="on-their-way" className="grid grid-cols-[minmax(0,1fr)] gap-1 text-dense">
      <h2 id="on-their-way" className="font-medium text-strong">On their way down</h2>
      <ul aria-labelledby="on-their-way" className="divide-y divide-line rounded-panel border border-line bg-panel px-3">
        {going.map(({ namespace, resource, limit, version, lowers: { to, at, since, by } }) => (
          <li key={`${namespace} ${resource}`} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
            <p className="min-w-0">
              <span className="name text-strong">{namespace}</span> <span className="name">{resource}</span>{' '}
              <strong className="font-medium text-strong tabular-nums">{formatAmount(resource, limit)} → {formatAmount(resource, to)}</strong>
              {at === null ? <> as it is freed.</> : <> from <Exact at={at} />, as it is freed.</>} <span className="text-quiet">{by ?? 'Somebody'} wanted it so on {since.slice(0, 10)}.</span>
            </p>
            <Button size="dense" whyNot={whyNot} isSaving={isSending} onClick={() => onStop({ namespace, resource, from: limit, to: limit, version, lowers: null })} aria-label={`Let ${resource} of ${namespace} stay ${formatAmount(resource, limit)}`}>{`Let it stay ${formatAmount(resource, limit)}`}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
