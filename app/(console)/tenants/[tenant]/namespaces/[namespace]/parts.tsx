import { AllocationTable } from '~/components/allocations/allocation-table'
import { ObjectList } from '~/components/namespaces/object-list'
import { PeopleTable } from '~/components/namespaces/people-table'
import { PairTable } from '~/components/pairs/pair-table'
import { RequestTable } from '~/components/requests/request-table'
import { ExceptionList } from '~/components/policies/exception-list'
import { QuotaFigures } from '~/components/quotas/quota-figures'
import { paths } from '~/components/shell/paths'
import type { TenantStanding } from '~/components/tenants/tenant-state'
import { Link } from '~/components/ui/link'
import { onPage } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { OtherOpener, reasonNot } from '../../../../deeds'

type Place = { tenant: string; namespace: string }
/** As of a moment, or of now. */
type PlaceThen = Place & { asOf: string | null }
const shownRows = 8

export async function Capacity({ tenant, namespace, asOf }: PlaceThen) {
  const { rows } = await onPage((door) => door.quotas.list({ tenant, namespace, find: null, ...firstPage }), asOf)
  const charged = paths.useOf(tenant, namespace)
  return <><QuotaFigures tenant={tenant} quotas={rows.filter((quota) => quota.namespace === namespace)} />{asOf === null && <p><Link href={charged}>What {namespace} was charged and used</Link></p>}</>
}

export async function Allocations({ tenant, namespace, asOf }: PlaceThen) {
  const { rows } = await onPage((door) => door.allocations.list({ tenant, namespace, find: null, show: 'live', ...firstPage }), asOf)
  const all = <Link href={paths.allocationsIn(tenant, namespace)}>All allocations of {namespace}</Link>
  if (rows.length === 0) return <p>{asOf === null ? 'Nothing runs or waits.' : 'Nothing ran or waited.'} {all}</p>
  return (
    <>
      <AllocationTable tenant={tenant} allocations={rows.slice(0, shownRows)} now={asOf === null ? new Date() : new Date(asOf)} />
      <p>{all}</p>
    </>
  )
}

export async function People({ asOf, ...place }: PlaceThen) {
  const people = await onPage((door) => door.namespaces.people(place), asOf)
  const members = <Link href={paths.members(place.tenant)}>Members</Link>
  return people.length === 0 ? <p>Nobody holds a role in it alone; who holds one in all of the tenant does here, too. {members}</p> : <><PeopleTable people={people} /><p>Who holds a role in all of the tenant holds it here, too. {members}</p></>
}

/** Whatever was asked about it or what runs in it, the newest first. */
export async function Requests({ tenant, namespace }: Place) {
  const { rows } = await onPage((door) => door.requests.listInTenant({ tenant, namespace, show: 'all', find: null, ...firstPage }))
  const all = <Link href={paths.tenantRequests(tenant)}>All requests of {tenant}</Link>
  return rows.length === 0 ? <p>Nothing was asked about it. {all}</p> : <><RequestTable requests={rows.slice(0, shownRows)} tenant={tenant} isOpen={false} now={new Date()} /><p>{all}</p></>
}

/** Controls that it need not meet for a while; what else is said holds for every namespace. */
export async function Exceptions({ tenant, namespace }: Place) {
  const policies = await onPage((door) => door.policies.list({ tenant }))
  return <ExceptionList of={`${tenant}/${namespace}`} podSecurity={policies.find(({ kind, by }) => kind === 'pod-security' && by === 'platform')?.body ?? null} now={new Date()} />
}

/** With whom of other tenants it talks, and with whom it would. */
export async function Pairs({ tenant, namespace, inTenant }: Place & { inTenant: TenantStanding }) {
  const at = { tenant, inTenant }
  const of = { tenant, namespace, ...firstPage }
  const [inForce, offered, end, offer] = await Promise.all([
    onPage((door) => door.pairs.list({ ...of, show: 'in_force' })), onPage((door) => door.pairs.list({ ...of, show: 'offered' })), reasonNot('pairs.end', 'end pairs', at), reasonNot('pairs.offer', 'offer pairs', at),
  ])
  const all = <Link href={paths.pairs(tenant)}>All pairs of {tenant}</Link>
  return (
    <>
      {inForce.rows.length === 0 ? <p>It talks with no other tenant’s namespace. {all}</p> : <><PairTable tenant={tenant} pairs={inForce.rows.slice(0, shownRows)} tab="in_force" now={new Date()} whyNot={end} /><p>{all}</p></>}
      {offered.rows.length > 0 && <><h3 className="font-medium text-strong">Offered</h3><PairTable tenant={tenant} pairs={offered.rows.slice(0, shownRows)} tab="offered" now={new Date()} whyNot={end} /></>}
      <div><OtherOpener id="offer-pair" href={paths.offerPairFrom(tenant, namespace)} reason={offer}>Offer pair</OtherOpener></div>
    </>
  )
}

export async function Objects(place: Place) {
  return <ObjectList objects={await onPage((door) => door.namespaces.objects(place))} />
}
