import { Badge, type Tone } from '~/components/ui/badge'
import type { AllocationState as State } from '~/server/allocations/decide-life'

const states: Record<State, { tone: Tone; says: string }> = {
  waiting: { tone: 'notice', says: 'Waiting' }, held: { tone: 'notice', says: 'Held' }, admitted: { tone: 'ok', says: 'Admitted' }, running: { tone: 'ok', says: 'Running' }, released: { tone: 'neutral', says: 'Released' },
  withdrawn: { tone: 'neutral', says: 'Withdrawn' }, refused: { tone: 'danger', says: 'Refused' }, preempted: { tone: 'notice', says: 'Preempted' }, reclaimed: { tone: 'notice', says: 'Reclaimed' },
  expired: { tone: 'neutral', says: 'Expired' }, failed: { tone: 'danger', says: 'Failed' },
}
export const AllocationState = ({ state }: { state: State }) => <Badge tone={states[state].tone}>{states[state].says}</Badge>
