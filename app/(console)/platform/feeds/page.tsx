import type { Metadata } from 'next'
import { PlatformFeedForm } from '~/components/feeds/feed-form'
import { paths } from '~/components/shell/paths'
import { onPageIfAllowed } from '~/server/api/caller'
import { Barred, Opener, reasonNot } from '../../deeds'
import { Feeds, feedsView } from '../../feeds'
import type { InView } from '../../in-view'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Feeds · Platform' }

export default async function PlatformFeeds({ searchParams }: InView) {
  const asked = feedsView.read(await searchParams)
  const feeds = await onPageIfAllowed((door) => door.feeds.listOnPlatform({}))
  if (feeds === null) return <Screen title="Feeds"><Barred action="feeds.listOnPlatform" deed="see where the record goes" /></Screen>
  const [create, test, rotate, pause, resume, end] = await Promise.all([
    reasonNot('feeds.createOnPlatform', 'make feeds of the platform'), reasonNot('feeds.testOnPlatform', 'send tests'), reasonNot('feeds.rotateOnPlatform', 'make new keys'), reasonNot('feeds.pauseOnPlatform', 'pause feeds'), reasonNot('feeds.resumeOnPlatform', 'have feeds go on'), reasonNot('feeds.endOnPlatform', 'end feeds'),
  ])
  return (
    <Screen title="Feeds" says={<p>Where the record of every tenant and of the platform goes as it grows: who did what, and not what was asked, answered or changed.</p>} action={asked.open === null && <Opener href={paths.createPlatformFeed()} reason={create}>Make feed</Opener>}>
      <Feeds tenant={null} at={paths.platformFeeds()} asked={asked} feeds={feeds} form={<PlatformFeedForm whyNot={create} />} whyNot={{ test, rotate, pause, resume, end }} />
    </Screen>
  )
}
