import type { Metadata } from 'next'
import { paths } from '~/components/shell/paths'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { PlatformWebhookForm } from '~/components/webhooks/webhook-form'
import { WebhookTable } from '~/components/webhooks/webhook-table'
import { onPageIfAllowed } from '~/server/api/caller'
import { Barred, Opener, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Webhooks · Platform' }
const view = viewOf({ opens: ['create'] })

export default async function PlatformWebhooks({ searchParams }: InView) {
  const { open } = view.read(await searchParams)
  const webhooks = await onPageIfAllowed((door) => door.webhooks.listOnPlatform({}))
  if (webhooks === null) return <Screen title="Webhooks"><Barred action="webhooks.listOnPlatform" deed="see who is told" /></Screen>
  const create = await reasonNot('webhooks.createOnPlatform', 'make webhooks of the platform')
  return (
    <Screen title="Webhooks" says={<p>Which machines are told of what happens on the platform. What happens in a tenant is told by the tenant’s own.</p>} action={open === null && <Opener href={paths.createPlatformWebhook()} reason={create}>Make webhook</Opener>}>
      <Beside panel={open === 'create' && <Panel id="create" title="Make webhook" closeTo={paths.platformWebhooks()}><PlatformWebhookForm whyNot={create} /></Panel>}>
        {webhooks.length === 0 ? <Region title="No webhooks yet"><p>A webhook tells another system, signed, of what sort a thing is and where to look.</p></Region> : <WebhookTable tenant={null} webhooks={webhooks} />}
      </Beside>
    </Screen>
  )
}
