import type { Metadata } from 'next'
import { FleetMaps } from '~/components/fleet/fleet-maps'
import { ModelTable } from '~/components/fleet/model-table'
import { NodePanel } from '~/components/fleet/node-panel'
import { NodeTable } from '~/components/fleet/node-table'
import { sayFleet } from '~/components/fleet/say-fleet'
import { paths } from '~/components/shell/paths'
import { buttonClass } from '~/components/ui/button-class'
import { FilterBar } from '~/components/ui/filter-bar'
import { Link } from '~/components/ui/link'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { me, onPage, onPageIfAllowed } from '~/server/api/caller'
import { Barred, reasonNot } from '../../deeds'
import { goneAddress } from '~/server/fleet/decide-gone-address'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'
import { Section } from '../../section'

export const metadata: Metadata = { title: 'Fleet · Platform' }
const view = viewOf({ filters: { find: 'text' }, tabs: ['all', 'cordoned'], panel: { node: { longest: 253 } } })

export default async function Fleet({ searchParams }: InView) {
  const at = paths.fleet()
  const asked = view.read(await searchParams)
  const { find, tab: show, after, before } = asked
  const map = await onPageIfAllowed((door) => door.fleet.map({}))
  if (map === null) return <Screen title="Fleet"><Barred action="fleet.map" deed="see the fleet" /></Screen>
  const page = await onPage((door) => door.fleet.nodes({ find, show, after, before }))
  const named = asked.node
  const node = named === null ? null : await onPage((door) => door.fleet.node({ node: named }))
  const maySuppose = (await me()).standing('fleet.suppose', {}).may
  const [cordon, uncordon] = await Promise.all([reasonNot('fleet.cordon', 'cordon nodes'), reasonNot('fleet.uncordon', 'uncordon nodes')])
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="Fleet" says={<p>{sayFleet(map)}</p>} action={maySuppose && <Link href={paths.fleetWhatIf()} className={buttonClass()}>What if</Link>}>
      <Beside panel={node && <Panel id="node" title={node.node} closeTo={view.href(at, asked, { node: null })}><NodePanel key={node.node} node={node} supposing={maySuppose ? goneAddress(paths.fleetWhatIf(), { pools: [], nodes: [node.node] }) : null} whyNot={{ cordon, uncordon }} /></Panel>}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {map.models.length > 0 && <Section title="Free and lost"><ModelTable models={map.models} shapes={map.shapes} /></Section>}
          {map.pools.length > 0 && <Section title="Map"><FleetMaps pools={map.pools} /></Section>}
          <Section title="Nodes">
            <Tabs label="Which" tabs={(['all', 'cordoned'] as const).map((each) => ({ says: { all: 'All', cordoned: 'Cordoned' }[each], href: view.href(at, asked, { tab: each }), current: each === show }))} />
            <FilterBar label="Filter nodes" find={{ says: 'Node, pool or model' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'node')} />
            <Rows
              asFile={(form) => paths.list('nodes', form, null, { find, show })} what="nodes" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)}
              none={<Region title={show === 'cordoned' ? 'Nothing is cordoned' : 'No nodes yet'}><p>A cluster says which nodes it has. What is cordoned takes nothing new.</p></Region>}
            >
              <NodeTable nodes={page.rows} current={named} now={new Date()} />
            </Rows>
          </Section>
        </div>
      </Beside>
    </Screen>
  )
}
