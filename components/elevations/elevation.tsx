import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import type { SessionStateShown } from '~/server/sessions/read-session-state'

/** What an approver or an operator can do in this browser now, and until when. */
export function Elevation({ state: { powers, powersEndAt, elevatedUntil }, operates }: { state: SessionStateShown; operates: boolean }) {
  const live = powers === 'live'
  return (
    <Properties items={[
      { says: 'Powers', value: <span>{live ? <><Badge tone="ok">Live</Badge> until <Exact at={powersEndAt} />, if you do nothing</> : <><Badge tone="notice">Rest</Badge> since <Exact at={powersEndAt} /></>}</span> },
      ...(operates ? [{ says: 'Elevation', value: <span>{elevatedUntil === null ? 'None: you read only' : <>Until <Exact at={elevatedUntil} /></>}</span> }] : []),
    ]} />
  )
}
