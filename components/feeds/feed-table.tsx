import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { Ahead } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { FeedShown } from '~/server/feeds/feed'
import { figure } from '~/server/shared/figure'
import { formatWords, sayBehind, sayFailure, stateWords, wayWords } from './feed-words'

/** Whether it goes, and where it does not, why: what somebody can do about it stands there. */
export function FeedState({ feed, now }: { feed: FeedShown; now: Date }) {
  const [tone, says] = stateWords[feed.state]
  const why = feed.state === 'tries_again' || feed.state === 'given_up' ? sayFailure(feed) : ''
  return <Badge tone={tone}>{says}{feed.nextAt !== null && <> <Ahead at={feed.nextAt} now={now} /></>}{why !== '' && `: ${why.charAt(0).toLowerCase()}${why.slice(1)}`}</Badge>
}

/** Where the record goes, and how far each receiver is. */
export function FeedTable({ feeds, now, open, hrefOf }: { feeds: readonly FeedShown[]; now: Date; open: string | null; hrefOf: (feed: string) => string }) {
  return (
    <Table label="Feeds">
      <Head columns={['Title', 'State', 'Behind', { says: 'Taken', figure: true }, 'Host', 'By', 'Format']} />
      <tbody>
        {feeds.map((feed) => (
          <Row key={feed.feed}>
            <Name plain><Link href={hrefOf(feed.feed)} stays current={open === feed.feed}>{feed.title}</Link></Name>
            <Cell wide><FeedState feed={feed} now={now} /></Cell>
            <Cell>{feed.state === 'ended' ? '' : sayBehind(feed, now)}</Cell>
            <Cell figure>{figure(feed.taken)}</Cell>
            <Cell><span className="name">{feed.host}</span></Cell>
            <Cell>{wayWords[feed.way]}</Cell>
            <Cell>{formatWords[feed.format]}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
