import type { Metadata } from 'next'
import { DisasterForm } from '~/components/residency/disaster-form'
import { DisasterTable } from '~/components/residency/disaster-table'
import { MatrixTable } from '~/components/residency/matrix-table'
import { sayCells, stayStateWords } from '~/components/residency/residency-words'
import { StayTable } from '~/components/residency/stay-table'
import { DisasterNow, FailoverNow } from '~/components/residency/two-words'
import { ViolationPanel } from '~/components/residency/violation-panel'
import { ViolationTable } from '~/components/residency/violation-table'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Ago } from '~/components/ui/moment'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { me, onPageIfAllowed } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Barred, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'
import { Section } from '../../section'

export const metadata: Metadata = { title: 'Residency · Platform' }
const tabs = ['matrix', 'violations', 'placements', 'disasters'] as const
const view = viewOf({ filters: { find: 'text', of: 'text', region: 'text', state: ['allowed', 'prohibited', 'unknown'], show: ['all'] }, tabs, panel: { violation: 'text' } })
type Asked = ReturnType<typeof view.read>
const at = paths.platformResidency()

export default async function Residency({ searchParams }: InView) {
  const asked = view.read(await searchParams)
  const { tab, find, after, before } = asked
  const page = tab === 'matrix' ? { find, after, before } : { find: null, ...firstPage }
  const matrix = await onPageIfAllowed((door) => door.residency.matrix(page))
  if (matrix === null) return <Screen title="Residency"><Barred action="residency.matrix" deed="see where work may be and is" /></Screen>
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="Residency" says={<p>{sayCells(matrix.rows.flatMap(({ cells }) => cells))} {matrix.lookedAt === null ? 'Nobody has looked yet.' : <>Last looked <Ago at={matrix.lookedAt} now={new Date()} />.</>}</p>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Tabs label="What" tabs={tabs.map((each) => ({ says: { matrix: 'Tenants by regions', violations: 'Violations', placements: 'Placements', disasters: 'Disasters' }[each], href: view.href(at, view.read({}), { tab: each }), current: each === tab }))} />
        {tab === 'matrix' && (
          <>
            <FilterBar label="Filter tenants" find={{ says: 'Tenant' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(matrix, 'tenant')} />
            <Rows what="tenants" rows={matrix.rows.length} clear={clear} pages={view.pages(at, asked, matrix)} none={<Region title="No tenants yet"><p>A tenant says in which regions its work may run.</p></Region>}>
              <MatrixTable rows={matrix.rows} regions={matrix.regions} hrefOf={(await me()).standing('residency.list').may ? paths.placementsOf : null} />
            </Rows>
          </>
        )}
        {tab === 'violations' && <Violations asked={asked} clear={clear} />}
        {tab === 'placements' && <Placements asked={asked} clear={clear} regions={matrix.regions.map(({ region }) => region)} />}
        {tab === 'disasters' && <Disasters regions={matrix.regions.map(({ region }) => region)} />}
      </div>
    </Screen>
  )
}

async function Violations({ asked, clear }: { asked: Asked; clear: string | null }) {
  const { after, before } = asked
  const page = await onPageIfAllowed((door) => door.residency.violations({ of: asked.of, show: asked.show ?? 'now', after, before }))
  if (page === null) return <Barred action="residency.violations" deed="see violations" />
  const open = page.rows.find(({ violation }) => violation === asked.violation)
  const [acknowledge, contain, except, endException] = await Promise.all([reasonNot('residency.acknowledge', 'acknowledge violations'), reasonNot('residency.contain', 'contain violations'), reasonNot('residency.except', 'except violations'), reasonNot('residency.endException', 'end exceptions')])
  return (
    <Beside panel={open && <Panel id="violation" title={`Violation in ${open.tenant}`} closeTo={view.href(at, asked, { violation: null })}><ViolationPanel key={open.violation} violation={open} whyNot={{ acknowledge, contain, except, endException }} auditHref={`${paths.platformAudit()}?query=${encodeURIComponent(`resource:residency ${open.violation}`)}`} /></Panel>}>
      <FilterBar label="Filter violations" narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'violation')} choices={[{ name: 'show', says: 'Which', any: 'Those that go on', options: { all: 'All that there were' } }]} />
      <Rows what="violations" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="No work runs where it may not"><p>What is found where it may not be stands here until it is not there any more.</p></Region>}>
        <ViolationTable violations={page.rows} current={asked.violation} hrefOf={(violation) => view.href(at, asked, { violation })} now={new Date()} isTenants={false} />
      </Rows>
    </Beside>
  )
}

async function Placements({ asked, clear, regions }: { asked: Asked; clear: string | null; regions: readonly string[] }) {
  const { of, region, state, after, before } = asked
  const page = await onPageIfAllowed((door) => door.residency.list({ of, region: region !== null && regions.includes(region) ? region : null, state, after, before }))
  if (page === null) return <Barred action="residency.list" deed="see placements" />
  return (
    <>
      <FilterBar
        label="Filter placements" narrowing={view.narrowing(at, asked)} clear={clear} says={`${of === null ? '' : `Of ${of}. `}${counted(page, 'placement')}`}
        choices={[
          { name: 'region', says: 'Region', any: 'Any region', options: Object.fromEntries(regions.map((name) => [name, name])) },
          { name: 'state', says: 'State', any: 'Any state', options: Object.fromEntries(Object.entries(stayStateWords).map(([word, { says }]) => [word, says])) },
        ]}
      />
      <Rows what="placements" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="Nothing runs that was seen"><p>Where work runs is looked at every ten seconds.</p></Region>}>
        <StayTable stays={page.rows} now={new Date()} proofOf={null} />
      </Rows>
    </>
  )
}

async function Disasters({ regions }: { regions: readonly string[] }) {
  const told = await onPageIfAllowed((door) => door.residency.disasters({ of: null }))
  if (told === null) return <Barred action="residency.disasters" deed="see disasters" />
  const [ask, signDisaster, endDisaster, signFailover, endFailover] = await Promise.all([
    reasonNot('residency.askDisaster', 'ask for a disaster'), reasonNot('residency.signDisaster', 'sign a disaster'), reasonNot('residency.endDisaster', 'end a disaster'), reasonNot('residency.signFailover', 'sign where work may go in a disaster'), reasonNot('residency.endFailover', 'end what is prepared'),
  ])
  const now = told.disasters.filter(({ standing }) => standing !== 'over')
  const over = told.disasters.filter(({ standing }) => standing === 'over')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {now.length === 0 ? <Region title="There is no disaster"><p>While one is declared for a region nothing new begins there, and tenants that may be there may go where they are prepared to. One asks, another signs, and it ends by itself.</p></Region> : <Section title="Now"><div className="grid grid-cols-[minmax(0,1fr)] gap-4">{now.map((disaster) => <DisasterNow key={disaster.disaster} disaster={disaster} failovers={told.failovers} whyNot={{ sign: signDisaster, end: endDisaster }} />)}</div></Section>}
      <Section title="Declare a disaster"><DisasterForm regions={regions} whyNot={ask} /></Section>
      <Section title="Prepared">
        {told.failovers.length === 0 ? <p>Nobody is prepared. Where a tenant’s work may go is asked for on the page of its residency policy, which the matrix leads to.</p> : <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{told.failovers.map((failover) => <FailoverNow key={failover.failover} failover={failover} whyNot={{ sign: signFailover, end: endFailover }} />)}</div>}
      </Section>
      {over.length > 0 && <Section title="Over"><DisasterTable disasters={over} /></Section>}
    </div>
  )
}
