'use client'
import { Button } from '~/components/ui/button'
import type { LinePreviewed } from '~/server/quotas/preview-together'
import { formatAmount } from './amount'
import { type Conflict, type DraftLine, isAt } from './draft'
import { LowerOffers } from './lower-offers'
import { sayFollows, sayLine, sayWrong } from './say-draft'

type Props = {
  tenant: string; lines: readonly DraftLine[]; told: readonly LinePreviewed[]; conflicts: readonly Conflict[]
  onPutBack: (line: DraftLine) => void; onKeep: (conflict: Conflict) => void; onLower: (line: DraftLine) => void
}
/** One line for each limit: what it was and would be, and what is wrong with it. Where somebody else changed it meanwhile, theirs stands beside mine. */
export function DraftLines({ tenant, lines, told, conflicts, onPutBack, onKeep, onLower }: Props) {
  return (
    <ul aria-label="Changes" className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line border-t border-line">
      {lines.map((line) => {
        const { namespace, resource, from, to } = line
        const about = told.find((one) => isAt(line)(one) && one.to === to)
        const conflict = conflicts.find(isAt(line))
        const wrong = about && sayWrong(about)
        const name = `${resource} of ${namespace}`
        return (
          <li key={`${namespace} ${resource}`} data-wrong={conflict || wrong ? '' : undefined} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
            <p className="min-w-0">
              <span className="name text-strong">{namespace}</span> <span className="name">{resource}</span>{' '}
              {conflict ? <>was {formatAmount(resource, from)}. <strong className="font-medium text-notice">Somebody made it {formatAmount(resource, conflict.theirs)} meanwhile; you typed {formatAmount(resource, to)}.</strong></>
                : <><strong className="font-medium text-strong tabular-nums">{sayLine(line).slice(`${namespace}: ${resource} `.length)}.</strong>{wrong ? <span className="text-danger"> {wrong}</span> : about && <span className="text-quiet"> {sayFollows(about, line.lowers)}</span>}</>}
            </p>
            <span className="flex gap-2">
              {conflict && <Button size="dense" onClick={() => onKeep(conflict)} aria-label={`Keep ${formatAmount(resource, to)} for ${name}`}>{`Keep ${formatAmount(resource, to)}`}</Button>}
              <Button size="dense" onClick={() => onPutBack(line)} aria-label={conflict ? `Take ${formatAmount(resource, conflict.theirs)} for ${name}` : `Put back ${name}`}>{conflict ? `Take ${formatAmount(resource, conflict.theirs)}` : 'Put back'}</Button>
            </span>
            {!conflict && BigInt(to) < BigInt(from) && (about || line.lowers) && <div className="w-full"><LowerOffers key={line.lowers?.at ?? ''} tenant={tenant} line={line} isBelowUse={about?.refusal === 'below_current_use'} onLower={onLower} /></div>}
          </li>
        )
      })}
    </ul>
  )
}
