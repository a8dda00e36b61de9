import { Badge } from '~/components/ui/badge'
import { Ahead, Ago, Exact } from '~/components/ui/moment'
import type { IncidentShown } from '~/server/incidents/list-incidents'
import { clockWords } from './incident-words'

/** Whether the authority was told, and how long there is for it. */
export function IncidentClock({ incident: { clock, dueAt, toldAt }, now }: { incident: Pick<IncidentShown, 'clock' | 'dueAt' | 'toldAt'>; now: Date }) {
  const { says, tone } = clockWords[clock]
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge tone={tone}>{says}</Badge>
      {clock === 'running' && <span>due <Ahead at={dueAt} now={now} /></span>}
      {clock === 'overdue' && <span>was due <Ago at={dueAt} now={now} /></span>}
      {toldAt !== null && <Exact at={toldAt} />}
    </span>
  )
}
