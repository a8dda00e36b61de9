import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Badge } from '~/components/ui/badge'
import { Choose } from '~/components/ui/choose'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { Meter } from '~/components/ui/meter'
import { Ago, AsOf, Exact } from '~/components/ui/moment'
import { NotAllowed } from '~/components/ui/not-allowed'
import { Beside, Panel } from '~/components/ui/panel'
import { Part } from '~/components/ui/part'
import { Properties } from '~/components/ui/properties'
import { Region } from '~/components/ui/region'
import { NotFound } from '~/components/ui/regions'
import { Skeleton } from '~/components/ui/skeleton'
import { Strip } from '~/components/ui/strip'
import { Tabs } from '~/components/ui/tabs'
import { Timeline } from '~/components/ui/timeline'
import { type Query, viewOf } from '~/components/ui/view'
import { partsAreShown } from '~/server/api/workshop'
import { ChartsShown } from './charts'
import { Failing } from './failing'
import { ButtonsShown, CopyShown, FailedShown, FormShown } from './forms'
import { Row, Shown, State } from './shown'
import { ListShown } from './tables'

export const metadata: Metadata = { title: 'Parts' }
const view = viewOf({ opens: ['panel', 'failing'], tabs: ['overview', 'history', 'members'] })
const words = { overview: 'Overview', history: 'History', members: 'Members' }
const at = '2026-11-21T11:56:00.000Z'
const now = new Date('2026-11-21T12:00:00.000Z')

/** Every part of the interface in all its states, for who makes one and for who photographs them. */
export default async function Parts({ searchParams }: { searchParams: Promise<Query> }) {
  if (!partsAreShown()) notFound()
  const query = await searchParams
  const asked = view.read(query)
  return (
    <main className="mx-auto grid max-w-360 grid-cols-[minmax(0,1fr)] gap-8 p-4 md:p-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1"><h1 className="text-title">Parts</h1><p>Every part of the interface, in its states.</p></div>
        <div className="flex flex-wrap"><Choose choice="theme" /><Choose choice="density" /></div>
      </div>

      <Shown name="Badges">
        <Row>
          <Badge tone="ok">Active</Badge><Badge tone="notice">Held: awaiting approval</Badge><Badge tone="danger">Refused: region not allowed</Badge><Badge tone="info">Applying</Badge><Badge tone="neutral">Released</Badge><Badge tone="unknown">Unavailable</Badge>
        </Row>
      </Shown>
      <Shown name="Buttons"><ButtonsShown /></Shown>
      <Shown name="Moments and ids">
        <p className="flex flex-wrap gap-6"><Ago at={at} now={now} /><Exact at={at} /><AsOf at={at} /></p>
        <CopyShown />
      </Shown>
      <Shown name="Meters">
        <Row>
          {([['4 used, 2 held, 4 free of 10', 40, 20, 'usual'], ['6 used, 2 held, 2 free of 10: near its limit', 60, 20, 'notice'], ['10 used, 0 held, 0 free of 10: full', 100, 0, 'danger'], ['0 used, 0 held, 0 free of 0', 0, 0, 'usual']] as const).map(([says, taken, promised, tone]) => (
            <div key={says} className="grid w-60 gap-1"><p className="text-dense">{says}</p><Meter taken={taken} promised={promised} tone={tone} /></div>
          ))}
        </Row>
      </Shown>
      <Shown name="List"><ListShown query={query} /></Shown>
      <Shown name="Form"><FormShown /></Shown>

      <Shown name="Panel and tabs">
        <Beside panel={asked.open === 'panel' && <Panel id="open-panel" title="Change nvidia.com/gpu of training" closeTo={view.href('/parts', asked, { open: null })}><p>What is open beside a list. Escape closes it.</p></Panel>}>
          <Tabs label="Parts of a namespace" tabs={(['overview', 'history', 'members'] as const).map((tab) => ({ says: words[tab], href: view.href('/parts', asked, { tab }), current: asked.tab === tab }))} />
          <p>{asked.open === 'panel' ? 'It is open.' : <Link href={view.href('/parts', asked, { open: 'panel' })} stays>Open the panel</Link>}</p>
        </Beside>
      </Shown>
      <Shown name="Properties">
        <div className="max-w-2xl"><Properties items={[{ says: 'Name', value: <span className="name">training</span>, copy: 'training' }, { says: 'State', value: <Badge tone="ok">Active</Badge> }, { says: 'Region', value: <><span className="name">eu-central-1</span> Germany</> }, { says: 'Created', value: <Exact at={at} /> }]} /></div>
      </Shown>
      <Shown name="Timeline">
        <Timeline
          label="What became of the request"
          steps={[
            { id: 'asked', state: 'passed', says: 'Ada asked for tenant polaris.', at, who: 'Ada Admin' }, { id: 'region', state: 'passed', says: 'The region allows it.', at },
            { id: 'approval', state: 'waits', says: 'An approver decides.', about: 'Anybody but Ada may.' }, { id: 'refused', state: 'refused', says: 'The name was taken meanwhile.', at, who: 'Alma Approver' },
            { id: 'made', state: 'not_reached', says: 'The tenant is made.' },
          ]}
        />
      </Shown>

      <Shown name="Charts"><ChartsShown /></Shown>

      <Shown name="Strips">
        <div className="grid gap-3">
          <Strip tone="notice">Changes are unavailable: the engine does not answer. Reading goes on.</Strip>
          <Strip tone="danger">This tenant is frozen: nothing in it can be changed, and all of it can be read.</Strip>
          <Strip tone="ok">The limit of cpu in training is now 12 cores.</Strip>
          <Strip tone="info">You read only. Elevate to change things.</Strip>
          <Strip tone="notice"><strong className="font-medium text-notice">Usage is unavailable</strong> from cluster b since 13:40. Limits shown are current.</Strip>
          <Strip tone="offline" edge>You are offline. Showing 14:02.</Strip>
        </div>
      </Shown>
      <Shown name="Regions">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
          <State says="First use"><Region title="No namespaces yet" action={<Link href="/parts">Create namespace</Link>}><p>A namespace is where the tenant’s work runs.</p></Region></State>
          <State says="Not allowed"><NotAllowed missing={{ says: 'Only a tenant admin can change quotas. Ask Ada Aurora. The permission is quotas.change.', permission: 'quotas.change', who: 'A tenant admin', ask: 'Ask Ada Aurora.', href: '#quotas.change' }} /></State>
          <State says="Not found"><NotFound what="namespace “x”" /></State>
          <State says="Failed"><FailedShown /></State>
          <State says="Loading"><Skeleton of="usage" className="w-full" /></State>
          {asked.open === 'failing' && <State says="A part that fails by itself"><Part title="Usage"><Failing /></Part></State>}
        </div>
      </Shown>
      <Shown name="Icons">
        <div className="flex flex-wrap gap-4">{(['check', 'cross', 'info', 'half', 'working', 'dash', 'unknown', 'down', 'rising', 'falling', 'more', 'offline', 'copy', 'menu', 'close', 'lock'] as const).map((name) => <span key={name} className="inline-flex items-center gap-1.5 text-dense"><Icon name={name} />{name}</span>)}</div>
      </Shown>
    </main>
  )
}
