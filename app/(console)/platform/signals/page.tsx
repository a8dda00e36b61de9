import type { Metadata } from 'next'
import { paths } from '~/components/shell/paths'
import { SignalTable } from '~/components/signals/signal-table'
import { topicWords } from '~/components/signals/signal-words'
import { FilterBar } from '~/components/ui/filter-bar'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { me, onPageIfAllowed } from '~/server/api/caller'
import { signalTopics } from '~/server/signals/signal'
import { Barred } from '../../deeds'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Signals · Platform' }
const view = viewOf({ filters: { topic: signalTopics } })

export default async function Signals({ searchParams }: InView) {
  const at = paths.signals()
  const asked = view.read(await searchParams)
  const { topic, after, before } = asked
  const page = await onPageIfAllowed((door) => door.signals.list({ topic, after, before }))
  if (page === null) return <Screen title="Signals"><Barred action="signals.list" deed="see what looked wrong" /></Screen>
  const { standing } = await me()
  const reads = { cases: standing('cases.read').may, reviews: standing('reviews.listOnPlatform').may, incidents: standing('incidents.read').may, security: standing('security.shutOuts').may }
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="Signals" says={<p>What looked wrong, seen by the product itself.</p>}>
      <FilterBar label="Filter signals" narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'signal')} choices={[{ name: 'topic', says: 'About', any: 'About anything', options: topicWords }]} />
      <Rows what="signals" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="Nothing looked wrong yet"><p>What the product finds out of place stands here, with where to look.</p></Region>}>
        <SignalTable signals={page.rows} reads={reads} mayOpen={standing('incidents.open').may} />
      </Rows>
    </Screen>
  )
}
