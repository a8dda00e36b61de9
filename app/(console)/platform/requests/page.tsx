import type { Metadata } from 'next'
import { InboxEmpty } from '~/components/requests/inbox-empty'
import { InboxTabs, inboxTabs } from '~/components/requests/inbox-tabs'
import { MarkRequests } from '~/components/requests/mark-requests'
import { RequestTable } from '~/components/requests/request-table'
import { paths } from '~/components/shell/paths'
import { TenantRequestForm } from '~/components/tenants/tenant-request-form'
import { FilterBar } from '~/components/ui/filter-bar'
import { Link } from '~/components/ui/link'
import { Beside, Panel } from '~/components/ui/panel'
import { viewOf } from '~/components/ui/view'
import { me, onPage } from '~/server/api/caller'
import { reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Requests · Platform' }
const view = viewOf({ filters: { find: 'text' }, opens: ['create'], panel: { organisation: 'text' }, tabs: inboxTabs })

export default async function Requests({ searchParams }: InView) {
  const at = paths.requests()
  const asked = view.read(await searchParams)
  const { find, after, before, open, organisation, tab } = asked
  const [page, regions, reason] = await Promise.all([
    onPage((door) => door.requests.list({ find, show: tab, organisation: null, after, before })), onPage((door) => door.regions.list({})), reasonNot('tenants.request', 'request a tenant'),
  ])
  const others = tab === 'mine' && page.rows.length === 0 && find === null ? await onPage((door) => door.requests.list({ find: null, show: 'others', organisation: null, after: null, before: null })) : null
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  const closeTo = view.href(at, asked, { open: null, organisation: null })
  const marks = tab === 'mine' && (await me()).standing('requests.readTogether', {}).may
  const filter = <FilterBar label="Filter requests" find={{ says: 'Name of what is asked for' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'request')} />
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
        <InboxTabs current={tab} hrefOf={(each) => view.href(at, asked, { tab: each })} />
        <MarkRequests can={marks ? page.rows.flatMap(({ request, devices, alone }) => (alone === null ? [{ request, devices }] : [])) : []} tenant={null} filter={filter}>
          <Rows
            asFile={(form) => paths.list('requests', form, null, { find, show: tab })} what="requests" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)}
            none={<InboxEmpty tab={tab} others={others && { count: others.rows.length, isMore: others.next !== null, href: view.href(at, asked, { tab: 'others' }) }} />}
          >
            <RequestTable requests={page.rows} marks={marks} isOpen={tab !== 'decided'} now={new Date()} />
          </Rows>
        </MarkRequests>
      </Beside>
    </Screen>
  )
}
