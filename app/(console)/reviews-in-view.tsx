import { BeginReview } from '~/components/reviews/begin-review'
import { ReviewTable } from '~/components/reviews/review-table'
import { paths } from '~/components/shell/paths'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { reviewRefusals } from '~/server/reviews/review.refusals'
import { Barred, reasonNot } from './deeds'
import type { InView } from './in-view'
import { Rows } from './rows'
import { Screen } from './screen'

const view = viewOf({})
const says = <p>Every so often all that is held is looked at, and what nobody keeps by the deadline is ended.</p>

/** Every review of a tenant; or, on the platform, its own and those of tenants in which it is asked. */
export async function ReviewsInView({ tenant, searchParams }: { tenant: string | null; searchParams: InView['searchParams'] }) {
  const at = tenant === null ? paths.platformReviews() : paths.reviews(tenant)
  const asked = view.read(await searchParams)
  const { after, before } = asked
  const inTenant = tenant === null ? null : await onPage((door) => door.tenants.read({ tenant }))
  const page = await onPageIfAllowed((door) => (tenant === null ? door.reviews.listOnPlatform({ after, before }) : door.reviews.list({ tenant, after, before })))
  const place = tenant === null ? {} : { tenant }
  if (page === null) return <Screen title="Reviews" inTenant={inTenant}><Barred action={tenant === null ? 'reviews.listOnPlatform' : 'reviews.list'} deed="see who reviews what is held" {...place} /></Screen>
  const may = await reasonNot(tenant === null ? 'reviews.beginOnPlatform' : 'reviews.begin', 'begin a review', { ...place, inTenant })
  const isOpen = page.rows.some((review) => review.state === 'open' && review.tenant === tenant)
  const begin = may ?? (isOpen ? `${reviewRefusals.already_open.says} ${reviewRefusals.already_open.fix}` : null)
  return (
    <Screen title="Reviews" inTenant={inTenant} says={says} action={<BeginReview tenant={tenant} whyNot={begin} />}>
      <Rows what="reviews" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title="No review yet"><p>The first begins by itself when somebody has held something here for as long as the platform says, or when you begin it.</p></Region>}>
        <ReviewTable tenant={tenant} reviews={page.rows} now={new Date()} />
      </Rows>
    </Screen>
  )
}
