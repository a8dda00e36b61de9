import { Crumb } from '~/components/shell/crumb'
import { ReadAgain } from '~/components/shell/read-again'
import type { TenantStanding } from '~/components/tenants/tenant-state'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import type { Reason } from '~/components/ui/reason'
import { Region } from '~/components/ui/region'
import { ChangeWebhook } from '~/components/webhooks/change-webhook'
import { DeliveryTable } from '~/components/webhooks/delivery-table'
import { WebhookState } from '~/components/webhooks/webhook-table'
import { kindWord } from '~/components/webhooks/webhook-words'
import type { History } from '~/server/webhooks/list-webhooks'
import { Rows } from './rows'
import { Screen } from './screen'
import { Section } from './section'

type Props = { tenant: string | null; inTenant: TenantStanding | null; history: History; pages: { previous: string | null; next: string | null }; whyNot: Record<'test' | 'rotate' | 'end' | 'retry', Reason | null> }
/** One that is told, of a tenant or of the platform, and what it was told. */
export function OneWebhook({ tenant, inTenant, history: { webhook, rows }, pages, whyNot }: Props) {
  const { title, host, format, kinds, madeAt, endedAt } = webhook
  const underWay = rows.find(({ state, reason }) => state === 'waits' || (state === 'tries_again' && reason === null))
  return (
    <Screen title={title} inTenant={inTenant} says={<WebhookState webhook={webhook} />}>
      <Crumb says={title} />
      {underWay && <ReadAgain key={underWay.message} />}
      <Section title="What it is">
        <Properties items={[{ says: 'Host', value: <span className="name">{host}</span> }, { says: 'Format', value: format === 'slack' ? 'Slack' : 'Signed JSON' }, { says: 'Told of', value: kinds.map(kindWord).join(' · ') }, { says: 'Made', value: <Exact at={madeAt} /> }, ...(endedAt === null ? [] : [{ says: 'Ended', value: <Exact at={endedAt} /> }])]} />
        {endedAt === null && <ChangeWebhook tenant={tenant} webhook={webhook.webhook} title={title} whyNot={whyNot} />}
      </Section>
      <Section title="What it was told">
        <Rows what="messages" rows={rows.length} clear={null} pages={pages} none={<Region title="No messages yet" level={3}><p>Nothing that it listens for has happened since it was made.</p></Region>}>
          <DeliveryTable tenant={tenant} deliveries={rows} now={new Date()} canRetry={endedAt === null} whyNot={whyNot.retry} />
        </Rows>
      </Section>
    </Screen>
  )
}
