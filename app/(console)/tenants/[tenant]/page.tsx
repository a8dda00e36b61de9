import { NamespaceTable } from '~/components/namespaces/namespace-table'
import { QuotaFigures } from '~/components/quotas/quota-figures'
import { paths } from '~/components/shell/paths'
import { Powers } from '~/components/tenants/powers'
import { TenantFacts } from '~/components/tenants/tenant-facts'
import { Link } from '~/components/ui/link'
import { me, onPage } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Screen } from '../../screen'
import { type InTenant, titled } from './in-tenant'

export const generateMetadata = titled('Overview')

export default async function Overview({ params }: InTenant) {
  const { tenant: name } = await params
  const [tenant, quotas, namespaces, regions] = await onPage((door) => Promise.all([
    door.tenants.read({ tenant: name }), door.quotas.list({ tenant: name, namespace: null, find: null, ...firstPage }), door.namespaces.list({ tenant: name, sort: 'name', descending: false, find: null, ...firstPage }), door.regions.list({}),
  ]))
  const { standing } = await me()
  const powers = [
    { says: 'Create a namespace', standing: standing('namespaces.create', { tenant: name }) },
    { says: 'Change a quota, with your second factor', standing: standing('quotas.change', { tenant: name }) },
    { says: 'Request another tenant', standing: standing('tenants.requestBeside', { tenant: name }) },
    { says: 'Give somebody a role, with your second factor', standing: standing('members.grant', { tenant: name }) },
    { says: 'Read the record', standing: standing('audit.list', { tenant: name }) },
  ]
  const some = namespaces.rows.slice(0, 8)
  return (
    <Screen title={tenant.title} frozenAt={tenant.frozenAt} says={<p><span className="name">{name}</span> of {tenant.organisationTitle}</p>}>
      <section className="grid gap-3" aria-labelledby="capacity">
        <h2 id="capacity" className="text-section">Capacity</h2>
        <QuotaFigures tenant={name} quotas={quotas.rows} />
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="namespaces">
        <h2 id="namespaces" className="text-section">Namespaces</h2>
        {some.length === 0
          ? <p>None yet. A namespace is where {tenant.title}’s work runs. <Link href={paths.namespaces(name)}>Namespaces</Link></p>
          : <NamespaceTable tenant={name} namespaces={some} />}
        {namespaces.rows.length > some.length && <p><Link href={paths.namespaces(name)}>All namespaces</Link></p>}
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
        <section className="grid content-start gap-3" aria-labelledby="facts">
          <h2 id="facts" className="text-section">What it is</h2>
          <TenantFacts tenant={tenant} known={regions} />
        </section>
        <section className="grid content-start gap-3" aria-labelledby="powers">
          <h2 id="powers" className="text-section">What you may do here</h2>
          <Powers powers={powers} />
        </section>
      </div>
    </Screen>
  )
}
