import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { WebhookShown } from '~/server/webhooks/webhook'
import { kindWord } from './webhook-words'

export const WebhookState = ({ webhook: { endedAt, earlierUntil } }: { webhook: WebhookShown }) =>
  endedAt !== null ? <Badge tone="neutral">Ended</Badge> : earlierUntil !== null ? <Badge tone="notice">Listens, with two keys until <Exact at={earlierUntil} /></Badge> : <Badge tone="ok">Listens</Badge>

/** Who is told, and of what. Without a tenant they are the platform's. */
export function WebhookTable({ tenant, webhooks }: { tenant: string | null; webhooks: readonly WebhookShown[] }) {
  return (
    <Table label="Webhooks">
      <Head columns={['Title', 'State', 'Host', 'Told of', 'Format', 'Made']} />
      <tbody>
        {webhooks.map((each) => (
          <Row key={each.webhook}>
            <Name plain href={tenant === null ? paths.platformWebhook(each.webhook) : paths.webhook(tenant, each.webhook)}>{each.title}</Name>
            <Cell><WebhookState webhook={each} /></Cell>
            <Cell><span className="name">{each.host}</span></Cell>
            <Cell wide>{each.kinds.map(kindWord).join(' · ')}</Cell>
            <Cell>{each.format === 'slack' ? 'Slack' : 'Signed JSON'}</Cell>
            <Cell><Exact at={each.madeAt} /></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
