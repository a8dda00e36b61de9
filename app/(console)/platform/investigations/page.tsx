import type { Metadata } from 'next'
import { InvestigationForm } from '~/components/investigations/investigation-form'
import { InvestigationTable } from '~/components/investigations/investigation-table'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Link } from '~/components/ui/link'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Barred, Opener, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { namesOf } from '../../names-of'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Investigations · Platform' }
const view = viewOf({ tabs: ['going', 'closed'], opens: ['open'], panel: { query: { longest: 400 }, incident: 'text' } })
const shows = { going: 'Open', closed: 'Closed' } as const
const none = {
  going: { title: 'No investigation is open', says: 'Open one to keep together the records that answer a question: each is pinned from its own panel, with a reason.' },
  closed: { title: 'No investigation was closed yet', says: 'What each of them found stands here.' },
}

export default async function Investigations({ searchParams }: InView) {
  const at = paths.investigations()
  const asked = view.read(await searchParams)
  const { tab: show, open, after, before } = asked
  const page = await onPageIfAllowed((door) => door.investigations.list({ show, incident: null, record: null, after, before }))
  if (page === null) return <Screen title="Investigations"><Barred action="investigations.list" deed="see investigations" /></Screen>
  const whyNot = await reasonNot('investigations.open', 'open an investigation')
  const incidents = open === null ? [] : (await onPage((door) => door.incidents.list({ show: 'all', of: null, ...firstPage }))).rows.map(({ incident, title }) => ({ incident, title }))
  const from = incidents.some(({ incident }) => incident === asked.incident) ? (asked.incident ?? '') : ''
  return (
    <Screen title="Investigations" says={<p>What is asked of the record, which records belong to it, and what was found. Only whoever audits the platform sees this. <Link href={paths.platformAudit()}>Search the record</Link></p>} action={open === null && <Opener href={view.href(at, asked, { open: 'open' })} reason={whyNot}>Open investigation</Opener>}>
      <Beside panel={open !== null && <Panel id="open" title="Open investigation" closeTo={view.href(at, asked, { open: null })}><InvestigationForm query={asked.query ?? ''} incident={from} incidents={incidents} whyNot={whyNot} /></Panel>}>
        <Tabs label="Which" tabs={(['going', 'closed'] as const).map((each) => ({ says: shows[each], href: view.href(at, asked, { tab: each }), current: each === show }))} />
        <FilterBar label="Investigations" narrowing={view.narrowing(at, asked)} clear={null} says={counted(page, 'investigation')} />
        <Rows what="investigations" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title={none[show].title}><p>{none[show].says}</p></Region>}>
          <InvestigationTable investigations={page.rows} names={await namesOf(page.rows.flatMap(({ owner, openedBy, closedBy }) => [owner, openedBy, closedBy]))} />
        </Rows>
      </Beside>
    </Screen>
  )
}
