import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Ahead, Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { ReviewShown } from '~/server/reviews/list-reviews'
import { figure } from '~/server/shared/figure'
import { reviewWords, sayProgress } from './review-words'

function hrefOf(tenant: string | null, review: string, state: ReviewShown['state']): string {
  if (tenant === null) return state === 'open' ? paths.platformReview(review) : paths.wholePlatformReview(review)
  return state === 'open' ? paths.review(tenant, review) : paths.wholeReview(tenant, review)
}

/** Every review that there was, with what came of it. On the platform it says whose it is. */
export function ReviewTable({ tenant, reviews, now }: { tenant: string | null; reviews: readonly ReviewShown[]; now: Date }) {
  const onPlatform = tenant === null
  return (
    <Table label="Reviews">
      <Head columns={[{ says: 'Begun', sorted: 'descending' }, 'State', ...(onPlatform ? ['Of'] : []), 'Decided', { says: 'Kept', figure: true }, { says: 'Ended', figure: true }, { says: 'Spared', figure: true }, 'Deadline', 'Begun by']} />
      <tbody>
        {reviews.map(({ review, tenant: of, state, beganAt, deadline, counts, byClock, begunBy }) => (
          <Row key={review}>
            <Name plain href={hrefOf(tenant, review, state)}>{beganAt.slice(0, 10)}</Name>
            <Cell><Badge tone={reviewWords[state].tone}>{reviewWords[state].says}</Badge></Cell>
            {onPlatform && <Cell>{of === null ? 'The platform' : <span className="name">{of}</span>}</Cell>}
            <Cell>{sayProgress(counts)}</Cell>
            <Cell figure>{figure(counts.kept)}</Cell>
            <Cell figure>{figure(counts.ended)}</Cell>
            <Cell figure>{figure(counts.spared)}</Cell>
            <Cell>{state === 'open' && new Date(deadline) > now ? <Ahead at={deadline} now={now} /> : <Exact at={deadline} />}</Cell>
            <Cell>{byClock ? 'By itself' : begunBy}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
