import type { Metadata } from 'next'
import { HoldForm } from '~/components/holds/hold-form'
import { HoldTable } from '~/components/holds/hold-table'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Link } from '~/components/ui/link'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { onPageIfAllowed } from '~/server/api/caller'
import { Barred, Opener, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Holds · Platform' }
const view = viewOf({ tabs: ['standing', 'all'], opens: ['place'] })
const shows = { standing: 'Standing', all: 'All' } as const
const none = { standing: 'Nothing is held', all: 'Nothing was held yet' } as const

export default async function Holds({ searchParams }: InView) {
  const at = paths.holds()
  const asked = view.read(await searchParams)
  const { tab: show, open, after, before } = asked
  const page = await onPageIfAllowed((door) => door.holds.list({ show, after, before }))
  if (page === null) return <Screen title="Holds"><Barred action="holds.list" deed="see what is held" /></Screen>
  const [place, lift] = await Promise.all([reasonNot('holds.place', 'place a hold'), reasonNot('holds.lift', 'lift a hold')])
  return (
    <Screen title="Holds" says={<p>What the law wants kept. While a hold stands, nothing that it holds is taken out of the <Link href={paths.retention()}>record</Link> or erased. It stands until somebody else than who placed it lifts it, and nobody in the tenant is told.</p>} action={open === null && <Opener href={view.href(at, asked, { open: 'place' })} reason={place}>Place hold</Opener>}>
      <Beside panel={open !== null && <Panel id="place" title="Place hold" closeTo={view.href(at, asked, { open: null })}><HoldForm whyNot={place} /></Panel>}>
        <Tabs label="Which" tabs={(['standing', 'all'] as const).map((each) => ({ says: shows[each], href: view.href(at, asked, { tab: each }), current: each === show }))} />
        <FilterBar label="Holds" narrowing={view.narrowing(at, asked)} clear={null} says={counted(page, 'hold')} />
        <Rows what="holds" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title={none[show]}><p>An approver or a platform admin places a hold when a court, an authority or a dispute asks that nothing is destroyed.</p></Region>}>
          <HoldTable holds={page.rows} whyNot={lift} />
        </Rows>
      </Beside>
    </Screen>
  )
}
