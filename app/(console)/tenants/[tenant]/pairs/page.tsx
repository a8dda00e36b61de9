import { OfferForm } from '~/components/pairs/offer-form'
import { PairEmpty } from '~/components/pairs/pair-empty'
import { PairTable } from '~/components/pairs/pair-table'
import { paths } from '~/components/shell/paths'
import { Beside, Panel } from '~/components/ui/panel'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { me, onPage, onPageIfAllowed } from '~/server/api/caller'
import { Barred, Opener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { reachableNamespaces } from '../allocations/reachable-namespaces'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Pairs')
const tabs = ['in_force', 'offered', 'asked', 'over'] as const
const words: Record<(typeof tabs)[number], string> = { in_force: 'In force', offered: 'Offered', asked: 'Asked of us', over: 'Over' }
const view = viewOf({ opens: ['offer'], panel: { namespace: 'text' }, tabs })

export default async function Pairs({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.pairs(tenant)
  const asked = view.read(await searchParams)
  const { open, namespace, tab, after, before } = asked
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const page = await onPageIfAllowed((door) => door.pairs.list({ tenant, namespace: null, show: tab, after, before }))
  if (page === null) return <Screen title="Pairs" inTenant={inTenant}><Barred action="pairs.list" deed="see with whom it talks" tenant={tenant} /></Screen>
  const [offer, end] = await Promise.all([reasonNot('pairs.offer', 'offer pairs', { tenant, inTenant }), reasonNot('pairs.end', 'end pairs', { tenant, inTenant })])
  const namespaces = open === null ? [] : await reachableNamespaces(tenant, null, 'open')
  const chosen = namespace !== null && (namespaces === null || namespaces.includes(namespace)) ? namespace : null
  return (
    <Screen
      title="Pairs" inTenant={inTenant} says={<p>Which namespaces of {inTenant.title} talk with another tenant’s. No other does.</p>}
      action={open === null && <Opener href={view.href(at, asked, { open: 'offer' })} reason={offer}>Offer pair</Opener>}
    >
      <Beside panel={open === 'offer' && <Panel id="offer" title="Offer pair" closeTo={view.href(at, asked, { open: null, namespace: null })}><OfferForm tenant={tenant} namespace={chosen} namespaces={namespaces} whyNot={offer} /></Panel>}>
        <Tabs label="Whose word there is" tabs={tabs.map((each) => ({ says: words[each], href: view.href(at, asked, { tab: each }), current: each === tab }))} />
        <Rows what="pairs" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<PairEmpty tab={tab} />}>
          <PairTable tenant={tenant} pairs={page.rows} tab={tab} now={new Date()} whyNot={end} seesRequests={(await me()).standing('requests.listInTenant', { tenant }).may} />
        </Rows>
      </Beside>
    </Screen>
  )
}
