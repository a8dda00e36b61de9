import { FeedForm } from '~/components/feeds/feed-form'
import { paths } from '~/components/shell/paths'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { Barred, Opener, reasonNot } from '../../../deeds'
import { Feeds, feedsView } from '../../../feeds'
import type { InView } from '../../../in-view'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Feeds')

export default async function TenantFeeds({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const asked = feedsView.read(await searchParams)
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const feeds = await onPageIfAllowed((door) => door.feeds.list({ tenant }))
  if (feeds === null) return <Screen title="Feeds" inTenant={inTenant}><Barred action="feeds.list" deed="see where the record goes" tenant={tenant} /></Screen>
  const [here, inFrozen] = [{ tenant, inTenant }, { tenant }]
  const [create, test, rotate, pause, resume, end] = await Promise.all([
    reasonNot('feeds.create', 'make feeds', here), reasonNot('feeds.test', 'send tests', here), reasonNot('feeds.rotate', 'make new keys', here), reasonNot('feeds.pause', 'pause feeds', inFrozen), reasonNot('feeds.resume', 'have feeds go on', here), reasonNot('feeds.end', 'end feeds', inFrozen),
  ])
  return (
    <Screen title="Feeds" inTenant={inTenant} says={<p>Where the record of {inTenant.title} goes as it grows. Whoever runs the platform may have feeds of their own, which say who did what, and not what was asked or changed.</p>} action={asked.open === null && <Opener href={paths.createFeed(tenant)} reason={create}>Make feed</Opener>}>
      <Feeds tenant={tenant} at={paths.feeds(tenant)} asked={asked} feeds={feeds} form={<FeedForm tenant={tenant} whyNot={create} />} whyNot={{ test, rotate, pause, resume, end }} />
    </Screen>
  )
}
