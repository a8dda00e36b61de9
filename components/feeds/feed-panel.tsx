import { Exact } from '~/components/ui/moment'
import { Panel } from '~/components/ui/panel'
import { Properties, type Property } from '~/components/ui/properties'
import type { FeedShown } from '~/server/feeds/feed'
import { many } from '~/server/shared/many'
import { ChangeFeed, type FeedReasons } from './change-feed'
import { FeedState } from './feed-table'
import { formatWords, sayBehind, sayFailure, wayWords } from './feed-words'

type Props = { tenant: string | null; feed: FeedShown; now: Date; closeTo: string; whyNot: FeedReasons }
const moment = (says: string, at: string | null): Property[] => (at === null ? [] : [{ says, value: <Exact at={at} /> }])
function sayTest({ test }: FeedShown): React.ReactNode {
  if (test === null) return 'None yet'
  if (test.doneAt === null) return <>Asked for <Exact at={test.askedAt} />, not sent yet</>
  return <>{test.failure === null ? 'Taken' : sayFailure(test)}, <Exact at={test.doneAt} /></>
}

/** One feed: how far its receiver is, what became of the last test, and what can be done. */
export function FeedPanel({ tenant, feed, now, closeTo, whyNot }: Props) {
  return (
    <Panel id="feed" title={feed.title} closeTo={closeTo}>
      <p><FeedState feed={feed} now={now} /></p>
      <Properties items={[
        { says: 'Host', value: <span className="name">{feed.host}</span> }, { says: 'By', value: wayWords[feed.way] }, { says: 'Format', value: formatWords[feed.format] }, { says: 'Taken', value: many(feed.taken, 'record') },
        ...moment('Last taken', feed.takenAt), ...(feed.state === 'ended' ? [] : [{ says: 'Behind', value: sayBehind(feed, now) }]), ...moment('In vain since', feed.failingSince),
        ...(feed.earlierUntil === null ? [] : [{ says: 'Keys', value: <>Two, until <Exact at={feed.earlierUntil} /></> }]), { says: 'Test', value: sayTest(feed) }, ...moment('Made', feed.madeAt), ...moment('Ended', feed.endedAt),
      ]} />
      {feed.state !== 'ended' && <ChangeFeed tenant={tenant} feed={feed.feed} title={feed.title} goes={feed.state === 'follows' || feed.state === 'tries_again'} signs={feed.way === 'webhook'} whyNot={whyNot} />}
    </Panel>
  )
}
