import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import type { DecisionShown } from '~/server/allocations/list-allocations'
import { DecisionTrace } from './decision-trace'
import { sayDecision } from './say-decision'

/** Every decision about it, in order. `names` are of those who are still here; nobody in person is the engine, by itself. */
export function DecisionList({ decisions, names }: { decisions: readonly DecisionShown[]; names: Readonly<Record<string, string>> }) {
  return (
    <ol aria-label="Decisions" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {decisions.map(({ decision, at, person, trace, ...of }) => {
        const { deed, is } = sayDecision(of)
        return (
          <li key={decision} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-panel border border-line bg-panel p-4">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <h3 className="font-semibold">{deed}</h3>
              <Badge tone={is.tone}>{is.says}</Badge>
              <p className="text-dense text-quiet">{person === null ? 'Bailiwick' : (names[person] ?? 'Somebody who is no longer here')}, <Exact at={at} /></p>
            </div>
            {trace.length > 0 && <DecisionTrace label={`Checks of ${deed.toLowerCase()}`} trace={trace} />}
          </li>
        )
      })}
    </ol>
  )
}
