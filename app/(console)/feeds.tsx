import type { FeedReasons } from '~/components/feeds/change-feed'
import { FeedPanel } from '~/components/feeds/feed-panel'
import { FeedTable } from '~/components/feeds/feed-table'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import type { FeedShown } from '~/server/feeds/feed'

/** Which feed is open, or the form by which one is made. */
export const feedsView = viewOf({ opens: ['create'], panel: { feed: { longest: 36 } } })
type Asked = ReturnType<typeof feedsView.read>

type Props = { tenant: string | null; at: string; asked: Asked; feeds: readonly FeedShown[]; form: React.ReactNode; whyNot: FeedReasons }
/** Where the record of a place goes, one of them open beside it. */
export function Feeds({ tenant, at, asked, feeds, form, whyNot }: Props) {
  const now = new Date()
  const opened = feeds.find(({ feed }) => feed === asked.feed)
  const panel = asked.open === 'create' ? <Panel id="create" title="Make feed" closeTo={at}>{form}</Panel> : opened && <FeedPanel tenant={tenant} feed={opened} now={now} closeTo={at} whyNot={whyNot} />
  return (
    <Beside panel={panel}>
      {feeds.length === 0
        ? <Region title="No feeds yet"><p>A feed gives the record, as it grows, to another system, such as the one by which your security team watches.</p></Region>
        : <FeedTable feeds={feeds} now={now} open={opened?.feed ?? null} hrefOf={(feed) => feedsView.href(at, asked, { feed, open: null })} />}
    </Beside>
  )
}
