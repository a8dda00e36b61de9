import { AllocationTable } from '~/components/allocations/allocation-table'
import { GlassInTenant } from '~/components/break-glass/glass-in-tenant'
import { NamespaceTable } from '~/components/namespaces/namespace-table'
import { QuotaFigures } from '~/components/quotas/quota-figures'
import { PaletteEntries } from '~/components/shell/palette-entries'
import { paths } from '~/components/shell/paths'
import { Powers } from '~/components/tenants/powers'
import { TenantFacts, type TenantShown } from '~/components/tenants/tenant-facts'
import { Link } from '~/components/ui/link'
import { Part } from '~/components/ui/part'
import { Skeleton } from '~/components/ui/skeleton'
import { me, onPage } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { reasonNot } from '../../deeds'
import { Screen } from '../../screen'
import { Section } from '../../section'
import { type InTenant, titled } from './in-tenant'

export const generateMetadata = titled('Overview')

/** As high as the rows that will stand there, so that what is below does not move when they come. */
const list = (of: string) => <Skeleton of={of} className="h-90" />

/** The home of who works in a tenant. Whether there is such a tenant is known before anything is sent; its parts wait and fail alone. */
export default async function Overview({ params }: InTenant) {
  const { tenant: name } = await params
  const tenant = await onPage((door) => door.tenants.read({ tenant: name }))
  const { standing } = await me()
  const ask = await reasonNot('allocations.create', 'request GPUs', { tenant: name, inTenant: tenant })
  const powers = [
    { says: 'Request GPUs', at: paths.askForGpus(name), standing: standing('allocations.create', { tenant: name }) },
    { says: 'Create a namespace', at: paths.createNamespace(name), standing: standing('namespaces.create', { tenant: name }) },
    { says: 'Change a quota, with your second factor', at: paths.quotas(name), standing: standing('quotas.change', { tenant: name }) },
    { says: 'Request another tenant', at: paths.requestTenantBeside(name), standing: standing('tenants.requestBeside', { tenant: name }) },
    { says: 'Give somebody a role, with your second factor', at: paths.members(name), standing: standing('members.grant', { tenant: name }) },
    { says: 'Read the record', at: paths.audit(name), standing: standing('audit.search', { tenant: name }) },
  ]
  return (
    <Screen title={tenant.title} inTenant={tenant} says={<p><span className="name">{name}</span> of {tenant.organisationTitle}</p>}>
      <PaletteEntries entries={[{ id: 'ask', says: 'Request GPUs', href: paths.askForGpus(name), whyNot: ask }]} />
      {standing('breakGlass.listInTenant', { tenant: name }).may && <Alone tenant={name} />}
      <Section title="Capacity"><Part title="Capacity" fallback={<Skeleton of="Capacity" className="h-42" />}><Capacity tenant={name} /></Part></Section>
      {standing('allocations.list', { tenant: name }).may && <Section title="Allocations"><Part title="Allocations" fallback={list('Allocations')}><Allocations tenant={tenant} /></Part></Section>}
      <Section title="Namespaces"><Part title="Namespaces" fallback={list('Namespaces')}><Namespaces tenant={tenant} /></Part></Section>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
        <Section title="What it is"><Part title="What it is"><Facts tenant={tenant} /></Part></Section>
        <Section title="What you may do here"><Powers powers={powers} /></Section>
      </div>
    </Screen>
  )
}

/** That somebody on the platform asks to act here alone, or does. */
async function Alone({ tenant }: { tenant: string }) {
  const now = new Date().toISOString()
  const { rows } = await onPage((door) => door.breakGlass.listInTenant({ tenant, show: 'now', ...firstPage }))
  const whyNot = rows.length === 0 ? null : await reasonNot('breakGlass.stopInTenant', 'stop it', { tenant })
  return rows.map((glass) => <GlassInTenant key={glass.breakGlass} tenant={tenant} glass={glass} now={now} whyNot={whyNot} />)
}

async function Capacity({ tenant }: { tenant: string }) {
  const { rows } = await onPage((door) => door.quotas.list({ tenant, namespace: null, find: null, ...firstPage }))
  return <QuotaFigures tenant={tenant} quotas={rows} />
}

const shownRows = 8
async function Allocations({ tenant: { tenant } }: { tenant: TenantShown }) {
  const { rows } = await onPage((door) => door.allocations.list({ tenant, namespace: null, find: null, show: 'live', ...firstPage }))
  if (rows.length === 0) return <p>Nothing runs or waits. <Link href={paths.allocations(tenant)}>All allocations</Link></p>
  return (
    <>
      <AllocationTable tenant={tenant} allocations={rows.slice(0, shownRows)} now={new Date()} />
      {rows.length > shownRows && <p><Link href={paths.allocations(tenant)}>All allocations</Link></p>}
    </>
  )
}

async function Namespaces({ tenant: { tenant, title } }: { tenant: TenantShown }) {
  const { rows } = await onPage((door) => door.namespaces.list({ tenant, find: null, state: null, environment: null, sort: 'name', descending: false, ...firstPage }))
  if (rows.length === 0) return <p>None yet. A namespace is where {title}’s work runs. <Link href={paths.namespaces(tenant)}>Namespaces</Link></p>
  return (
    <>
      <NamespaceTable tenant={tenant} namespaces={rows.slice(0, shownRows)} />
      {rows.length > shownRows && <p><Link href={paths.namespaces(tenant)}>All namespaces</Link></p>}
    </>
  )
}

async function Facts({ tenant }: { tenant: TenantShown }) {
  return <TenantFacts tenant={tenant} known={await onPage((door) => door.regions.list({}))} />
}
