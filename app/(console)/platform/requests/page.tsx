import type { Metadata } from 'next'
import { RequestTable } from '~/components/requests/request-table'
import { paths } from '~/components/shell/paths'
import { TenantRequestForm } from '~/components/tenants/tenant-request-form'
import { FilterBar } from '~/components/ui/filter-bar'
import { Link } from '~/components/ui/link'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { Tabs } from '~/components/ui/tabs'
import { onPage } from '~/server/api/caller'
import { reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Requests · Platform' }
const view = viewOf({ filters: { find: 'text' }, opens: ['create'], panel: { organisation: 'text' }, tabs: ['open', 'decided'] })

export default async function Requests({ searchParams }: InView) {
  const at = paths.requests()
  const asked = view.read(await searchParams)
  const { find, after, before, open, organisation, tab } = asked
  const [page, regions, reason] = await Promise.all([
    onPage((door) => door.requests.list({ find, state: tab, organisation: null, after, before })), onPage((door) => door.regions.list({})), reasonNot('tenants.request', 'request a tenant'),
  ])
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  const closeTo = view.href(at, asked, { open: null, organisation: null })
  return (
    <Screen title="Requests" says={<p>What was asked for. Nobody approves what they asked for themselves.</p>}>
      <Beside
        panel={open === 'create' && (
          <Panel id="create" title={organisation === null ? 'Request tenant' : `Request tenant in ${organisation}`} closeTo={closeTo}>
            {organisation === null
              ? <p>Choose for which organisation: <Link href={paths.organisations()}>Organisations</Link></p>
              : <TenantRequestForm organisation={organisation} regions={regions} whyNot={reason} />}
          </Panel>
        )}
      >
        <Tabs label="State" tabs={(['open', 'decided'] as const).map((each) => ({ says: { open: 'Open', decided: 'Decided' }[each], href: view.href(at, asked, { tab: each }), current: each === tab }))} />
        <FilterBar label="Filter requests" find={{ says: 'Name of what is asked for' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'request')} />
        <Rows
          what="requests" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)}
          none={tab === 'open'
            ? <Region title="Nothing waits"><p>Every request is decided.</p></Region>
            : <Region title="Nothing was decided yet"><p>What is approved, refused or withdrawn stays here.</p></Region>}
        >
          <RequestTable requests={page.rows} now={new Date()} />
        </Rows>
      </Beside>
    </Screen>
  )
}
