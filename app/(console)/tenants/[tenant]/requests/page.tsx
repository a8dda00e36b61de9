import { ExceptionForm } from '~/components/policies/exception-form'
import { InboxEmpty } from '~/components/requests/inbox-empty'
import { InboxTabs, inboxTabs } from '~/components/requests/inbox-tabs'
import { MarkRequests } from '~/components/requests/mark-requests'
import { RequestTable } from '~/components/requests/request-table'
import { sayByRuleCount } from '~/components/requests/say-by-rule'
import { paths } from '~/components/shell/paths'
import { TenantBesideForm } from '~/components/tenants/tenant-request-form'
import { FilterBar } from '~/components/ui/filter-bar'
import { Link } from '~/components/ui/link'
import { Beside, Panel } from '~/components/ui/panel'
import { viewOf } from '~/components/ui/view'
import { controlNames } from '~/server/admission/pod-security/decide-controls'
import { me, onPage, onPageIfAllowed } from '~/server/api/caller'
import { Barred, Opener, OtherOpener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { counted, Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { reachableNamespaces } from '../allocations/reachable-namespaces'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Requests')
const view = viewOf({ filters: { find: 'text' }, opens: ['create', 'except'], tabs: inboxTabs })

export default async function Requests({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.tenantRequests(tenant)
  const asked = view.read(await searchParams)
  const { find, after, before, open, tab } = asked
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const page = await onPageIfAllowed((door) => door.requests.listInTenant({ tenant, namespace: null, show: tab, find, after, before }))
  if (page === null) return <Screen title="Requests" inTenant={inTenant}><Barred action="requests.listInTenant" deed="see what was asked for" tenant={tenant} /><OwnElsewhere tenant={tenant} /></Screen>
  const [regions, reason, exceptReason] = await Promise.all([onPage((door) => door.regions.list({})), reasonNot('tenants.requestBeside', 'request a tenant', { tenant, inTenant }), reasonNot('policies.except', 'ask for an exception', { tenant, inTenant })])
  const namespaces = open !== 'except' ? [] : await reachableNamespaces(tenant)
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  const byRule = tab === 'decided' ? await onPage((door) => door.requests.countByRuleInTenant({ tenant })) : null
  const others = tab === 'mine' && page.rows.length === 0 && find === null ? await onPage((door) => door.requests.listInTenant({ tenant, namespace: null, show: 'others', find: null, after: null, before: null })) : null
  const marks = tab === 'mine' && (await me()).standing('requests.readTogetherInTenant', { tenant }).may
  const filter = <FilterBar label="Filter requests" find={{ says: 'Name of what is asked for' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'request')} />
  return (
    <Screen
      title="Requests" inTenant={inTenant} says={<p>What was asked for in {tenant}. Nobody says yes to what they asked for themselves.</p>}
      action={open === null && (
        <>
          <OtherOpener id="except" href={view.href(at, asked, { open: 'except' })} reason={exceptReason}>Ask for an exception</OtherOpener>
          <Opener href={view.href(at, asked, { open: 'create' })} reason={reason}>Request tenant</Opener>
        </>
      )}
    >
      <Beside
        panel={(open === 'create' && <Panel id="create" title={`Request another tenant of ${inTenant.organisationTitle}`} closeTo={view.href(at, asked, { open: null })}><TenantBesideForm tenant={tenant} regions={regions} whyNot={reason} /></Panel>)
          || (open === 'except' && <Panel id="except" title="Ask for an exception" closeTo={view.href(at, asked, { open: null })}><ExceptionForm tenant={tenant} namespaces={namespaces} controls={controlNames} whyNot={exceptReason} /></Panel>)}
      >
        <InboxTabs current={tab} hrefOf={(each) => view.href(at, asked, { tab: each })} />
        {byRule !== null && <p className="text-quiet">{sayByRuleCount(byRule)}</p>}
        <MarkRequests can={marks ? page.rows.flatMap(({ request, devices, alone }) => (alone === null ? [{ request, devices }] : [])) : []} tenant={tenant} filter={filter}>
          <Rows
            asFile={(form) => paths.list('requests', form, tenant, { find, show: tab })}
            what="requests" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)}
            none={<InboxEmpty tab={tab} others={others && { count: others.rows.length, isMore: others.next !== null, href: view.href(at, asked, { tab: 'others' }) }} />}
          >
            <RequestTable requests={page.rows} tenant={tenant} marks={marks} isOpen={tab !== 'decided'} now={new Date()} />
          </Rows>
        </MarkRequests>
      </Beside>
    </Screen>
  )
}

/** Whoever may ask for GPUs and not read what others ask for is led to where their own stands. */
async function OwnElsewhere({ tenant }: { tenant: string }) {
  if (!(await me()).standing('allocations.create', { tenant }).may) return null
  return <p>The GPUs that you asked for yourself, whose yes they wait for and what you are asked about them: <Link href={paths.allocations(tenant)}>Allocations</Link></p>
}
