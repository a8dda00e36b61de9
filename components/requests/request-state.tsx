import { Badge, type Tone } from '~/components/ui/badge'
import type { RequestState as State } from './request'

const words: Record<State, { tone: Tone; says: string }> = {
  open: { tone: 'notice', says: 'Waiting for approval' },
  approved: { tone: 'ok', says: 'Approved' },
  refused: { tone: 'danger', says: 'Refused' },
  withdrawn: { tone: 'neutral', says: 'Withdrawn' },
  lapsed: { tone: 'neutral', says: 'Nobody answered in time' },
}
/** What nobody said yes to, because a rule did, is called so wherever it is seen. */
export const sayState = (state: State, byRule: boolean): string => (byRule && state === 'approved' ? 'By rule' : words[state].says)
export const RequestState = ({ state, byRule }: { state: State; byRule: boolean }) => <Badge tone={words[state].tone}>{sayState(state, byRule)}</Badge>
