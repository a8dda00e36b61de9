import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import type { StepShown } from '~/server/incidents/list-incidents'
import { StepTick } from './step-tick'

/** What to do, in order, and what became of each. */
export function Checklist({ incident, steps, isClosed, whyNot }: { incident: string; steps: readonly StepShown[]; isClosed: boolean; whyNot: Reason | null }) {
  return (
    <ol aria-label="Checklist" className="grid grid-cols-[minmax(0,1fr)] rounded-panel border border-line bg-panel">
      {steps.map(({ step, says, state, note, at, by }, index) => (
        <li key={step} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0">
          <div className="grid min-w-0 max-w-[80ch] gap-0.5">
            <p className={state === null ? 'text-strong' : 'text-plain'}>{index + 1}. {says}</p>
            {at !== null && <p className="text-dense text-quiet">{by}, <Exact at={at} />{note !== null && `: ${note}`}</p>}
          </div>
          {state !== null ? <Badge tone={state === 'done' ? 'ok' : 'neutral'}>{state === 'done' ? 'Done' : 'Left out'}</Badge> : isClosed ? null : <StepTick incident={incident} step={step} number={index + 1} whyNot={whyNot} />}
        </li>
      ))}
    </ol>
  )
}
