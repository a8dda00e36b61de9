import type { Metadata } from 'next'
import { OneWebhook } from '../../../webhook'
import { paths } from '~/components/shell/paths'
import { viewOf } from '~/components/ui/view'
import { onPage } from '~/server/api/caller'
import { reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'

type Props = InView & { params: Promise<{ webhook: string }> }
export const metadata: Metadata = { title: 'Webhook · Platform' }
const view = viewOf({})

export default async function PlatformWebhook({ params, searchParams }: Props) {
  const { webhook } = await params
  const asked = view.read(await searchParams)
  const [history, test, rotate, end, retry] = await Promise.all([
    onPage((door) => door.webhooks.historyOnPlatform({ webhook, after: asked.after, before: asked.before })), reasonNot('webhooks.testOnPlatform', 'send tests'), reasonNot('webhooks.rotateOnPlatform', 'make keys'),
    reasonNot('webhooks.endOnPlatform', 'end webhooks'), reasonNot('webhooks.retryOnPlatform', 'have messages tried again'),
  ])
  return <OneWebhook tenant={null} inTenant={null} history={history} pages={view.pages(paths.platformWebhook(webhook), asked, history)} whyNot={{ test, rotate, end, retry }} />
}
