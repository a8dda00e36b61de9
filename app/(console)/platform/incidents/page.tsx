import type { Metadata } from 'next'
import { IncidentForm } from '~/components/incidents/incident-form'
import { IncidentTable } from '~/components/incidents/incident-table'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { onPageIfAllowed } from '~/server/api/caller'
import { Barred, Opener, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Incidents · Platform' }
const view = viewOf({ tabs: ['going', 'closed'], opens: ['open'], panel: { signal: 'text', case: 'text' } })
const shows = { going: 'Not closed', closed: 'Closed' } as const
const none = {
  going: { title: 'No incident is open', says: 'Whoever runs the platform opens one for what looks like an attack or an accident: from a signal, from a case, or from what they saw themselves.' },
  closed: { title: 'No incident was closed yet', says: 'What came of each stands here, with its report.' },
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export default async function Incidents({ searchParams }: InView) {
  const at = paths.incidents()
  const asked = view.read(await searchParams)
  const { tab: show, open, after, before } = asked
  const page = await onPageIfAllowed((door) => door.incidents.list({ show, of: null, after, before }))
  if (page === null) return <Screen title="Incidents"><Barred action="incidents.list" deed="see incidents" /></Screen>
  const whyNot = await reasonNot('incidents.open', 'open an incident')
  const [signal, file] = [asked.signal, asked.case].map((id) => (id !== null && uuid.test(id) ? id : null)) as [string | null, string | null]
  const now = new Date()
  return (
    <Screen title="Incidents" says={<p>What was taken for an attack or an accident: what is contained, what is still to be done, and what came of it.</p>} action={open === null && <Opener href={view.href(at, asked, { open: 'open' })} reason={whyNot}>Open incident</Opener>}>
      <Beside panel={open !== null && (
        <Panel id="open" title="Open incident" closeTo={view.href(at, asked, { open: null })}>
          {(signal ?? file) !== null && <p className="text-quiet">It comes from a {signal !== null ? 'signal' : 'case'}, and is found from there.</p>}
          <IncidentForm signal={signal} file={signal === null ? file : null} title="" now={now.toISOString()} whyNot={whyNot} />
        </Panel>
      )}
      >
        <Tabs label="Which" tabs={(['going', 'closed'] as const).map((each) => ({ says: shows[each], href: view.href(at, asked, { tab: each }), current: each === show }))} />
        <FilterBar label="Incidents" narrowing={view.narrowing(at, asked)} clear={null} says={counted(page, 'incident')} />
        <Rows what="incidents" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title={none[show].title}><p>{none[show].says}</p></Region>}>
          <IncidentTable incidents={page.rows} now={now} />
        </Rows>
      </Beside>
    </Screen>
  )
}
