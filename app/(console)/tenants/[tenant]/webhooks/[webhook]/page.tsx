import type { Metadata } from 'next'
import { OneWebhook } from '../../../../webhook'
import { paths } from '~/components/shell/paths'
import { viewOf } from '~/components/ui/view'
import { onPage } from '~/server/api/caller'
import { reasonNot } from '../../../../deeds'
import type { InView } from '../../../../in-view'

type Props = InView & { params: Promise<{ tenant: string; webhook: string }> }
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({ title: `Webhook · ${(await params).tenant}` })
const view = viewOf({})

export default async function Webhook({ params, searchParams }: Props) {
  const { tenant, webhook } = await params
  const asked = view.read(await searchParams)
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const place = { tenant, inTenant }
  const [history, test, rotate, end, retry] = await Promise.all([
    onPage((door) => door.webhooks.history({ tenant, webhook, after: asked.after, before: asked.before })), reasonNot('webhooks.test', 'send tests', place), reasonNot('webhooks.rotate', 'make keys', place),
    reasonNot('webhooks.end', 'end webhooks', { tenant }), reasonNot('webhooks.retry', 'have messages tried again', place),
  ])
  return <OneWebhook tenant={tenant} inTenant={inTenant} history={history} pages={view.pages(paths.webhook(tenant, webhook), asked, history)} whyNot={{ test, rotate, end, retry }} />
}
