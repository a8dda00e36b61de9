import { AllocationTable } from '~/components/allocations/allocation-table'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Link } from '~/components/ui/link'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { Barred, Opener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { counted, Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { thenIn } from '../../../then'
import { type InTenant, titled } from '../in-tenant'
import { reachableNamespaces } from './reachable-namespaces'

export const generateMetadata = titled('Allocations')
const view = viewOf({ filters: { find: 'text', namespace: 'text' }, tabs: ['live', 'all'] })

export default async function Allocations({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const then = await thenIn(tenant, searchParams)
  if (then?.refusal) return <Screen title="Allocations" then={then} />
  const asOf = then?.at ?? null
  const at = paths.allocations(tenant)
  const asked = view.read(await searchParams)
  const { find, namespace, tab: show, after, before } = asked
  const [inTenant, namespaces] = await Promise.all([onPage((door) => door.tenants.read({ tenant }), asOf), reachableNamespaces(tenant, asOf)])
  // A namespace that is not theirs to look at is no filter: the address may have been somebody else's.
  const narrowed = namespaces === null || namespaces.includes(namespace ?? '') ? namespace : null
  const [page, reason] = await Promise.all([
    onPageIfAllowed((door) => door.allocations.list({ tenant, namespace: narrowed, find, show, after, before }), asOf), reasonNot('allocations.create', 'request GPUs', { tenant, inTenant }),
  ])
  if (page === null) return <Screen title="Allocations" then={then} inTenant={inTenant}><Barred action="allocations.list" deed="see what runs here" tenant={tenant} /></Screen>
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="Allocations" then={then} inTenant={inTenant} says={<p>What runs in {inTenant.title}, and what may.</p>} action={then === null && <Opener href={paths.askForGpus(tenant)} reason={reason}>Request GPUs</Opener>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Tabs label="Which" tabs={(['live', 'all'] as const).map((each) => ({ says: { live: 'Live', all: 'All' }[each], href: view.href(at, asked, { tab: each }), current: each === show }))} />
        <FilterBar
          label="Filter allocations" find={{ says: 'Name or class' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'allocation')}
          choices={namespaces === null ? [] : [{ name: 'namespace', says: 'Namespace', any: 'Any namespace', options: Object.fromEntries(namespaces.map((name) => [name, name])) }]}
        />
        <Rows
          asFile={(form) => paths.list('allocations', form, tenant, { namespace: narrowed, find, show, asOf })}
          what="allocations" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)}
          none={(
            <Region title={show !== 'live' ? 'No allocations yet' : then ? 'Nothing ran or waited' : 'Nothing runs or waits'}>
              <p>An allocation is so many pods alike, with what each of them needs. {reason === null && then === null && <>Write down what yours need, and <Link href={paths.askForGpus(tenant)}>see what would happen</Link> before you ask.</>}</p>
            </Region>
          )}
        >
          <AllocationTable tenant={tenant} allocations={page.rows} now={asOf === null ? new Date() : new Date(asOf)} />
        </Rows>
      </div>
    </Screen>
  )
}
