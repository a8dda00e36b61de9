import { RequestTable } from '~/components/requests/request-table'
import { paths } from '~/components/shell/paths'
import { TenantBesideForm } from '~/components/tenants/tenant-request-form'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { Barred, Opener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Requests')
const view = viewOf({ opens: ['create'], tabs: ['open', 'decided'] })

export default async function Requests({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.tenantRequests(tenant)
  const asked = view.read(await searchParams)
  const { after, before, open, tab } = asked
  const { frozenAt, organisationTitle } = await onPage((door) => door.tenants.read({ tenant }))
  const page = await onPageIfAllowed((door) => door.requests.listInTenant({ tenant, state: tab, find: null, after, before }))
  if (page === null) return <Screen title="Requests" frozenAt={frozenAt}><Barred action="requests.listInTenant" deed="see what was asked for" tenant={tenant} /></Screen>
  const [regions, reason] = await Promise.all([onPage((door) => door.regions.list({})), reasonNot('tenants.requestBeside', 'request a tenant', { tenant, isFrozen: frozenAt !== null })])
  return (
    <Screen
      title="Requests" frozenAt={frozenAt} says={<p>What was asked for through {tenant}. The platform decides.</p>}
      action={open === null && <Opener href={view.href(at, asked, { open: 'create' })} reason={reason}>Request tenant</Opener>}
    >
      <Beside panel={open === 'create' && <Panel id="create" title={`Request another tenant of ${organisationTitle}`} closeTo={view.href(at, asked, { open: null })}><TenantBesideForm tenant={tenant} regions={regions} whyNot={reason} /></Panel>}>
        <Tabs label="State" tabs={(['open', 'decided'] as const).map((each) => ({ says: { open: 'Open', decided: 'Decided' }[each], href: view.href(at, asked, { tab: each }), current: each === tab }))} />
        <Rows
          what="requests" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)}
          none={tab === 'open' ? <Region title="Nothing waits"><p>Every request of this tenant is decided.</p></Region> : <Region title="Nothing was decided yet"><p>What is approved, refused or withdrawn stays here.</p></Region>}
        >
          <RequestTable requests={page.rows} tenant={tenant} now={new Date()} />
        </Rows>
      </Beside>
    </Screen>
  )
}
