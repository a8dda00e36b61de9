import { Badge } from '~/components/ui/badge'
import { Ahead, Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { DeliveryShown } from '~/server/webhooks/webhook'
import { RetryMessage } from './retry-message'
import { kindWord, sayReason, stateWords } from './webhook-words'

/** What was said to one, how often, and what became of it. */
export function DeliveryTable({ tenant, deliveries, now, canRetry, whyNot }: { tenant: string | null; deliveries: readonly DeliveryShown[]; now: Date; canRetry: boolean; whyNot: Reason | null }) {
  return (
    <Table label="Messages">
      <Head columns={[{ says: 'When', sorted: 'descending' }, 'State', 'What', { says: 'Tries', figure: true }, 'Last time', { says: 'Actions', hidden: true }]} />
      <tbody>
        {deliveries.map((delivery) => {
          const [tone, says] = stateWords[delivery.state]
          const isTried = delivery.state === 'given_up' || delivery.state === 'dropped'
          return (
            <Row key={delivery.message}>
              <Name plain><Exact at={delivery.at} /></Name>
              <Cell><Badge tone={tone}>{says}{delivery.state === 'tries_again' && delivery.nextAt !== null && <> <Ahead at={delivery.nextAt} now={now} /></>}</Badge></Cell>
              <Cell wide>{kindWord(delivery.kind)}</Cell>
              <Cell figure>{delivery.attempts}</Cell>
              <Cell>{sayReason(delivery)}</Cell>
              <Cell figure>{isTried && canRetry && <RetryMessage tenant={tenant} message={delivery.message} of={`${kindWord(delivery.kind)}, ${delivery.at.slice(0, 16)}`} whyNot={whyNot} />}</Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
