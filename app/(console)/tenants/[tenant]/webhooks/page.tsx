import { paths } from '~/components/shell/paths'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { WebhookForm } from '~/components/webhooks/webhook-form'
import { WebhookTable } from '~/components/webhooks/webhook-table'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { Barred, Opener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Webhooks')
const view = viewOf({ opens: ['create'] })

export default async function Webhooks({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const { open } = view.read(await searchParams)
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const webhooks = await onPageIfAllowed((door) => door.webhooks.list({ tenant }))
  if (webhooks === null) return <Screen title="Webhooks" inTenant={inTenant}><Barred action="webhooks.list" deed="see who is told" tenant={tenant} /></Screen>
  const create = await reasonNot('webhooks.create', 'make webhooks', { tenant, inTenant })
  return (
    <Screen title="Webhooks" inTenant={inTenant} says={<p>Which machines are told of what happens in {inTenant.title}.</p>} action={open === null && <Opener href={paths.createWebhook(tenant)} reason={create}>Make webhook</Opener>}>
      <Beside panel={open === 'create' && <Panel id="create" title="Make webhook" closeTo={paths.webhooks(tenant)}><WebhookForm tenant={tenant} whyNot={create} /></Panel>}>
        {webhooks.length === 0 ? <Region title="No webhooks yet"><p>A webhook tells another system, signed, of what sort a thing is and where to look.</p></Region> : <WebhookTable tenant={tenant} webhooks={webhooks} />}
      </Beside>
    </Screen>
  )
}
