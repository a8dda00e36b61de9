import type { Metadata } from 'next'
import { cache } from 'react'
import { OneWebhook } from '../../../webhook'
import { paths } from '~/components/shell/paths'
import { viewOf } from '~/components/ui/view'
import { onPage } from '~/server/api/caller'
import { reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'

type Props = InView & { params: Promise<{ webhook: string }> }
const view = viewOf({})
/** Read once, for the page and for what its window is called. */
const historyRead = cache((webhook: string, after: string | null, before: string | null) => onPage((door) => door.webhooks.historyOnPlatform({ webhook, after, before })))
export const generateMetadata = async ({ params, searchParams }: Props): Promise<Metadata> => {
  const { after, before } = view.read(await searchParams)
  return { title: `${(await historyRead((await params).webhook, after, before)).webhook.title} · Webhooks · Platform` }
}

export default async function PlatformWebhook({ params, searchParams }: Props) {
  const { webhook } = await params
  const asked = view.read(await searchParams)
  const [history, test, rotate, end, retry] = await Promise.all([
    historyRead(webhook, asked.after, asked.before), reasonNot('webhooks.testOnPlatform', 'send tests'), reasonNot('webhooks.rotateOnPlatform', 'make keys'),
    reasonNot('webhooks.endOnPlatform', 'end webhooks'), reasonNot('webhooks.retryOnPlatform', 'have messages tried again'),
  ])
  return <OneWebhook tenant={null} inTenant={null} history={history} pages={view.pages(paths.platformWebhook(webhook), asked, history)} whyNot={{ test, rotate, end, retry }} />
}
