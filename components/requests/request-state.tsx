import { Badge, type Tone } from '~/components/ui/badge'
import type { RequestState as State } from './request'

const words: Record<State, { tone: Tone; says: string }> = {
  open: { tone: 'notice', says: 'Waiting for approval' },
  approved: { tone: 'ok', says: 'Approved' },
  refused: { tone: 'danger', says: 'Refused' },
  withdrawn: { tone: 'neutral', says: 'Withdrawn' },
}
export const RequestState = ({ state }: { state: State }) => <Badge tone={words[state].tone}>{words[state].says}</Badge>
