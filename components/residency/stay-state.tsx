import { Badge } from '~/components/ui/badge'
import type { CellState } from '~/server/residency/decide-cells'
import type { StayReason } from '~/server/residency/decide-stays'
import { reasonWords, stayStateWords } from './residency-words'

export function StayState({ state, reason }: { state: CellState; reason: StayReason | null }) {
  const { says, tone } = stayStateWords[state]
  return <Badge tone={tone}>{reason === null ? says : `${says}: ${reasonWords[reason]}`}</Badge>
}
