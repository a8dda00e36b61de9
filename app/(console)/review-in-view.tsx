import type { Metadata } from 'next'
import { cache } from 'react'
import { AnswerLines } from '~/components/reviews/answer-lines'
import { LineTable, whyNotDecide } from '~/components/reviews/line-table'
import { allOf, percentOf, reviewWords, sayOutcome, sayProgress } from '~/components/reviews/review-words'
import { Crumb } from '~/components/shell/crumb'
import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Meter } from '~/components/ui/meter'
import { Ahead, Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { figure } from '~/server/shared/figure'
import { Barred, reasonNot } from './deeds'
import type { InView } from './in-view'
import { Rows } from './rows'
import { Screen } from './screen'

const view = viewOf({ tabs: ['open', 'all'] })
const words = { open: 'Open', all: 'All' } as const

/** Read once, for the page and for what its window is called. */
const reviewRead = cache((tenant: string | null, review: string, show: 'open' | 'all', after: string | null, before: string | null) =>
  onPageIfAllowed((door) => (tenant === null ? door.reviews.readOnPlatform({ review, show, after, before }) : door.reviews.read({ tenant, review, show, after, before }))))
/** Each begins on a day of its own. */
export async function reviewTitled(tenant: string | null, id: string, searchParams: InView['searchParams']): Promise<Metadata> {
  const { tab, after, before } = view.read(await searchParams)
  const page = await reviewRead(tenant, id, tab ?? 'open', after, before)
  return { title: `${page === null ? 'Review' : `${titleOf(page, tenant === null)}, ${page.review.beganAt.slice(0, 10)}`} · Reviews · ${tenant ?? 'Platform'}` }
}
const titleOf = ({ review: { tenant: of } }: { review: { tenant: string | null } }, onPlatform: boolean) => (onPlatform && of !== null ? `Who holds what in ${of}` : onPlatform ? 'Who works on the platform' : 'Who holds what')

/** One review: how far it has come, and each thing that is held, to be kept or ended. On the platform it shows of a tenant’s what the platform is asked. */
export async function ReviewInView({ tenant, id, searchParams }: { tenant: string | null; id: string; searchParams: InView['searchParams'] }) {
  const at = tenant === null ? paths.platformReview(id) : paths.review(tenant, id)
  const asked = view.read(await searchParams)
  const { after, before, tab } = asked
  const inTenant = tenant === null ? null : await onPage((door) => door.tenants.read({ tenant }))
  const page = await reviewRead(tenant, id, tab ?? 'open', after, before)
  if (page === null) return <Screen title="Review" inTenant={inTenant}><Barred action={tenant === null ? 'reviews.readOnPlatform' : 'reviews.read'} deed="see who holds what" {...(tenant === null ? {} : { tenant })} /></Screen>
  const { review: { tenant: of, state, beganAt, deadline, closedAt, byClock, begunBy, counts }, rows } = page
  const [now, onPlatform] = [new Date(), tenant === null]
  const decides = state === 'open' && new Date(deadline) > now
  const whyNot = await reasonNot(of === null ? 'reviews.answerOnPlatform' : onPlatform ? 'reviews.answerInTenant' : 'reviews.answer', 'decide here', { ...(onPlatform || of === null ? {} : { tenant: of }), inTenant })
  const tabs = <Tabs label="Which" tabs={(['open', 'all'] as const).map((each) => ({ says: `${words[each]} (${figure(each === 'open' ? counts.open : allOf(counts))})`, href: view.href(at, asked, { tab: each }), current: each === tab }))} />
  const table = (
    <Rows what="lines" rows={rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title={tab === 'all' ? 'Nothing is held here' : 'Nothing is open'}><p>{tab === 'all' ? 'There was nothing to decide.' : 'All that was held has been decided.'}</p></Region>}>
      <LineTable lines={rows} onPlatform={onPlatform} decides={decides} now={now} />
    </Rows>
  )
  return (
    <Screen title={titleOf(page, onPlatform)} inTenant={inTenant} says={<p>{onPlatform && of !== null ? 'Of this tenant’s review the platform is asked what nobody there can decide. ' : ''}Keep what is needed: what nobody keeps by the deadline is ended.</p>}>
      <Crumb says={beganAt.slice(0, 10)} />
      <Properties
        items={[
          { says: 'State', value: <Badge tone={reviewWords[state].tone}>{reviewWords[state].says}</Badge> },
          { says: 'Deadline', value: <span><Exact at={deadline} />{decides && <span className="text-quiet">, <Ahead at={deadline} now={now} /></span>}</span> },
          { says: 'Progress', value: <span className="grid w-full max-w-80 gap-1"><span>{sayProgress(counts)}</span><Meter taken={percentOf(counts)} promised={0} tone="usual" /></span> },
          { says: 'What came of it', value: sayOutcome(counts) },
          { says: 'Begun', value: <span><Exact at={beganAt} /> {byClock ? 'by itself' : begunBy === null ? '' : `by ${begunBy}`}</span> },
          ...(closedAt === null ? [] : [{ says: 'Closed', value: <Exact at={closedAt} /> }]),
        ]}
      />
      {decides
        ? <AnswerLines review={id} place={of} fromPlatform={onPlatform} lines={rows} can={rows.filter((line) => whyNotDecide(line, onPlatform) === null).map(({ line }) => line)} whyNot={whyNot} filter={tabs}>{table}</AnswerLines>
        : <>{tabs}{table}</>}
    </Screen>
  )
}
