import { Badge } from '~/components/ui/badge'
import type { CellState } from '~/server/residency/decide-cells'
import type { StayReason } from '~/server/residency/decide-stays'
import { reasonWords, stayStateWords } from './residency-words'

/** Where nothing is, a prohibition is no news. */
export function StayState({ state, reason, failover, isEmpty = false }: { state: CellState; reason: StayReason | null; failover: string | null; isEmpty?: boolean }) {
  const { says, tone } = stayStateWords[state]
  if (failover !== null) return <Badge tone="notice">{`${says} for a disaster in ${failover}`}</Badge>
  return <Badge tone={state === 'prohibited' && isEmpty ? 'neutral' : tone}>{reason === null ? says : `${says}: ${reasonWords[reason]}`}</Badge>
}
