'use client'
import { paths } from '~/components/shell/paths'
import { Button } from '~/components/ui/button'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import type { Nudge } from '~/server/allocations/decide-nudges'
import { many } from '~/server/shared/many'
import type { AllocationWish } from './read-wish'
import { sayNudge } from './say-nudge'

type About = Parameters<typeof sayNudge>[1]
type Props = { tenant: string; nudges: readonly Nudge[]; about: About; onApply: (part: Partial<AllocationWish>) => void }

/** What is worth a second thought, each with the one thing to do about it. */
export function Nudges({ tenant, nudges, about, onApply }: Props) {
  if (nudges.length === 0) return null
  return (
    <ul aria-label="Worth a second thought" className="grid gap-2">
      {nudges.map((nudge) => (
        <li key={nudge.nudge} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control bg-info-tint px-3 py-2 text-info">
          <span>{sayNudge(nudge, about)}</span>
          <Way tenant={tenant} nudge={nudge} onApply={onApply} />
        </li>
      ))}
    </ul>
  )
}

function Way({ tenant, nudge, onApply }: Pick<Props, 'tenant' | 'onApply'> & { nudge: Nudge }) {
  switch (nudge.nudge) {
    case 'fewer_starts': {
      const { change } = nudge
      const part = change.change === 'fewer_pods' ? { pods: String(change.pods) } : { gpus: change.amount }
      return <Button size="dense" onClick={() => onApply(part)}>{change.change === 'fewer_pods' ? `Make it ${many(change.pods, 'pod')}` : `Make it ${change.amount} per pod`}</Button>
    }
    case 'same_open': return <Link href={paths.allocation(tenant, nudge.wish.allocation)} className={buttonClass({ size: 'dense' })}>Open {nudge.wish.name}</Link>
    case 'idle': return <Link href={paths.allocation(tenant, nudge.idle.allocation)} className={buttonClass({ size: 'dense' })}>Open {nudge.idle.name}</Link>
    case 'pieces': return null
  }
}
