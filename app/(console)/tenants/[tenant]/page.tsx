import { Powers } from '~/components/tenants/powers'
import { QuotaFigures } from '~/components/quotas/quota-figures'
import { TenantState } from '~/components/tenants/tenant-state'
import { Link } from '~/components/ui/link'
import { me, onPage } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Screen } from '../../screen'
import { type InTenant, titled } from './in-tenant'

export const generateMetadata = titled('Overview')

export default async function Overview({ params }: InTenant) {
  const { tenant } = await params
  const [{ title, organisation, frozenAt }, { rows: quotas }, { rows: namespaces }] = await onPage((door) => Promise.all([door.tenants.read({ tenant }), door.quotas.list({ tenant, namespace: null, find: null, ...firstPage }), door.namespaces.list({ tenant, find: null, sort: 'name', ...firstPage })]))
  const { standing } = await me()
  const powers = [
    { says: 'Create a namespace', standing: standing('namespaces.create', { tenant }) },
    { says: 'Change a quota, with your second factor', standing: standing('quotas.change', { tenant }) },
    { says: 'See who holds which role', standing: standing('members.list', { tenant }) },
    { says: 'Read the record', standing: standing('audit.list', { tenant }) },
  ]
  return (
    <Screen title={title} frozenAt={frozenAt} says={<p className="flex flex-wrap items-center gap-2"><span className="name">{tenant}</span> of {organisation} <TenantState frozenAt={frozenAt} /></p>}>
      <section className="grid gap-3" aria-labelledby="capacity">
        <h2 id="capacity" className="text-section">Capacity</h2>
        <QuotaFigures tenant={tenant} quotas={quotas} />
      </section>
      <section className="grid gap-3" aria-labelledby="namespaces">
        <h2 id="namespaces" className="text-section">Namespaces</h2>
        {namespaces.length === 0
          ? <p>None yet. A namespace is where {title}’s work runs. <Link href={`/tenants/${tenant}/namespaces`}>Namespaces</Link></p>
          : (
            <ul className="flex flex-wrap gap-x-6 gap-y-2">
              {namespaces.map(({ name, title: says }) => <li key={name} className="flex items-baseline gap-2"><Link href={`/tenants/${tenant}/quotas#${name}`}><span className="name">{name}</span></Link><span className="text-quiet">{says}</span></li>)}
            </ul>
            )}
      </section>
      <section className="grid gap-3" aria-labelledby="powers">
        <h2 id="powers" className="text-section">What you may do here</h2>
        <Powers powers={powers} />
      </section>
    </Screen>
  )
}
