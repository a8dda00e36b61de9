'use client'
import { paths } from '~/components/shell/paths'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import type { LinePreviewed } from '~/server/quotas/preview-together'
import { formatAmount } from './amount'
import { type Conflict, type DraftLine, isAt } from './draft'
import { sayWrong } from './say-draft'

type Props = {
  tenant: string; lines: readonly DraftLine[]; told: readonly LinePreviewed[]; conflicts: readonly Conflict[]
  onPutBack: (line: DraftLine) => void; onKeep: (conflict: Conflict) => void
}
/** One line for each limit: what it was and would be, and what is wrong with it. Where somebody else changed it meanwhile, theirs stands beside mine. */
export function DraftLines({ tenant, lines, told, conflicts, onPutBack, onKeep }: Props) {
  return (
    <ul aria-label="Changes" className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
      {lines.map((line) => {
        const { namespace, resource, from, to } = line
        const about = told.find((one) => isAt(line)(one) && one.to === to)
        const conflict = conflicts.find(isAt(line))
        const wrong = about && sayWrong(about)
        const name = `${resource} of ${namespace}`
        return (
          <li key={`${namespace} ${resource}`} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
            <p className="min-w-0">
              <span className="name text-strong">{namespace}</span> <span className="name">{resource}</span>{' '}
              {conflict ? <>was {formatAmount(resource, from)}. <strong className="font-medium text-notice">Somebody made it {formatAmount(resource, conflict.theirs)} meanwhile; you typed {formatAmount(resource, to)}.</strong></>
                : <><strong className="font-medium text-strong tabular-nums">{formatAmount(resource, from)} → {formatAmount(resource, to)}</strong>{wrong ? <><span className="text-danger"> {wrong}</span>{about.refusal === 'below_current_use' && <InTheWay tenant={tenant} namespace={namespace} />}</> : about && <span className="text-quiet"> {formatAmount(resource, freeIn(about))} would be free there.</span>}</>}
            </p>
            <span className="flex gap-2">
              {conflict && <Button size="dense" onClick={() => onKeep(conflict)} aria-label={`Keep ${formatAmount(resource, to)} for ${name}`}>{`Keep ${formatAmount(resource, to)}`}</Button>}
              <Button size="dense" onClick={() => onPutBack(line)} aria-label={conflict ? `Take ${formatAmount(resource, conflict.theirs)} for ${name}` : `Put back ${name}`}>{conflict ? `Take ${formatAmount(resource, conflict.theirs)}` : 'Put back'}</Button>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** What to do about what is in use, for somebody who means the lower limit. */
const InTheWay = ({ tenant, namespace }: { tenant: string; namespace: string }) => (
  <> See <Link href={paths.allocationsIn(tenant, namespace)}>what holds it</Link> or <Link href={paths.useOf(tenant, namespace)}>what is idle there</Link>, or <Link href={paths.namespace(tenant, namespace)}>freeze {namespace}</Link> and lower it when that has ended.</>
)

const freeIn = ({ to, used, held }: LinePreviewed): string => {
  const left = BigInt(to) - BigInt(used) - BigInt(held)
  return `${left > 0n ? left : 0n}`
}
