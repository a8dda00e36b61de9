import type { Metadata } from 'next'
import { cache } from 'react'
import { OneWebhook } from '../../../../webhook'
import { paths } from '~/components/shell/paths'
import { viewOf } from '~/components/ui/view'
import { onPage } from '~/server/api/caller'
import { reasonNot } from '../../../../deeds'
import type { InView } from '../../../../in-view'

type Props = InView & { params: Promise<{ tenant: string; webhook: string }> }
const view = viewOf({})
/** Read once, for the page and for what its window is called. */
const historyRead = cache((tenant: string, webhook: string, after: string | null, before: string | null) => onPage((door) => door.webhooks.history({ tenant, webhook, after, before })))
export const generateMetadata = async ({ params, searchParams }: Props): Promise<Metadata> => {
  const [{ tenant, webhook }, { after, before }] = [await params, view.read(await searchParams)]
  return { title: `${(await historyRead(tenant, webhook, after, before)).webhook.title} · Webhooks · ${tenant}` }
}

export default async function Webhook({ params, searchParams }: Props) {
  const { tenant, webhook } = await params
  const asked = view.read(await searchParams)
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const place = { tenant, inTenant }
  const [history, test, rotate, end, retry] = await Promise.all([
    historyRead(tenant, webhook, asked.after, asked.before), reasonNot('webhooks.test', 'send tests', place), reasonNot('webhooks.rotate', 'make keys', place),
    reasonNot('webhooks.end', 'end webhooks', { tenant }), reasonNot('webhooks.retry', 'have messages tried again', place),
  ])
  return <OneWebhook tenant={tenant} inTenant={inTenant} history={history} pages={view.pages(paths.webhook(tenant, webhook), asked, history)} whyNot={{ test, rotate, end, retry }} />
}
