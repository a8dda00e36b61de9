import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { holdRefusals } from '~/server/holds/hold.refusals'
import type { HoldShown } from '~/server/holds/list-holds'
import { LiftHold } from './lift-hold'

const own: Reason = `${holdRefusals.own_hold.says} ${holdRefusals.own_hold.fix}`
/** What is held, for which matter, by whom, and until when it was. */
export function HoldTable({ holds, whyNot }: { holds: readonly HoldShown[]; whyNot: Reason | null }) {
  return (
    <Table label="Holds">
      <Head columns={['Matter', 'State', 'Holds', 'Reason', { says: 'Placed', sorted: 'descending' }, 'Lifted']} />
      <tbody>
        {holds.map(({ hold, of, matter, reason, placedAt, placedBy, own: isOwn, liftedAt, liftedBy, liftedFor }) => (
          <Row key={hold}>
            <Name plain>{matter}</Name>
            <Cell><Badge tone={liftedAt === null ? 'notice' : 'neutral'}>{liftedAt === null ? 'Stands' : 'Lifted'}</Badge></Cell>
            <Cell>{of === null ? 'The whole platform' : <span className="name">{of}</span>}</Cell>
            <Cell wide>{reason}</Cell>
            <Cell><Exact at={placedAt} /><br />by {placedBy}</Cell>
            <Cell wide={liftedAt !== null}>{liftedAt === null ? <LiftHold hold={hold} matter={matter} whyNot={whyNot ?? (isOwn ? own : null)} /> : <><Exact at={liftedAt} /><br />by {liftedBy}: {liftedFor}</>}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
