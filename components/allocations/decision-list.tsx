import { Exact } from '~/components/ui/moment'
import type { Line, Verdict } from '~/server/admission/facts'
import { VerdictBadge } from './allocation-state'
import { DecisionTrace } from './decision-trace'

type Decision = { decision: string; action: string; verdict: Verdict; at: string; person: string | null; trace: readonly Line[] }
const deeds: Readonly<Record<string, string>> = { 'allocations.answer': 'Answer', 'allocations.answerExtension': 'Answer', 'allocations.amend': 'Changed', 'allocations.create': 'Asked', 'allocations.extend': 'Extension', 'allocations.release': 'Release', 'allocations.shrink': 'Made smaller', 'allocations.expire': 'End', 'allocations.run': 'Beginning', 'allocations.fail': 'Failure', 'allocations.reclaim': 'Reclaim', 'allocations.giveBack': 'Given back', 'allocations.growBack': 'Given back' }
const deedOf = (action: string): string => deeds[action] ?? action

/** Every decision about it, in order. `names` are of those who are still here; nobody in person is the engine, by itself. */
export function DecisionList({ decisions, names }: { decisions: readonly Decision[]; names: Readonly<Record<string, string>> }) {
  return (
    <ol aria-label="Decisions" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {decisions.map(({ decision, action, verdict, at, person, trace }) => (
        <li key={decision} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-panel border border-line bg-panel p-4">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h3 className="font-semibold">{deedOf(action)}</h3>
            <VerdictBadge verdict={verdict} />
            <p className="text-dense text-quiet">{person === null ? 'Bailiwick' : (names[person] ?? 'Somebody who is no longer here')}, <Exact at={at} /></p>
          </div>
          {trace.length > 0 && <DecisionTrace label={`Checks of ${deedOf(action).toLowerCase()}`} trace={trace} />}
        </li>
      ))}
    </ol>
  )
}
