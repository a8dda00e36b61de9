import { Badge } from '~/components/ui/badge'
import type { CellState } from '~/server/residency/decide-cells'
import type { StayReason } from '~/server/residency/decide-stays'
import { reasonWords, stayStateWords } from './residency-words'

/** Where nothing is, a prohibition is no news. */
export function StayState({ state, reason, isEmpty = false }: { state: CellState; reason: StayReason | null; isEmpty?: boolean }) {
  const { says, tone } = stayStateWords[state]
  return <Badge tone={state === 'prohibited' && isEmpty ? 'neutral' : tone}>{reason === null ? says : `${says}: ${reasonWords[reason]}`}</Badge>
}
