import type { Metadata } from 'next'
import { sayAmounts } from '~/components/allocations/amounts'
import { ChangeForm } from '~/components/namespaces/change-form'
import { NamespaceFacts } from '~/components/namespaces/namespace-facts'
import { NamespaceLife } from '~/components/namespaces/namespace-life'
import { NotThen } from '~/components/past/no-moment'
import { paths } from '~/components/shell/paths'
import type { TenantStanding } from '~/components/tenants/tenant-state'
import { Link } from '~/components/ui/link'
import { Beside, Panel } from '~/components/ui/panel'
import { Part } from '~/components/ui/part'
import { Strip } from '~/components/ui/strip'
import { viewOf } from '~/components/ui/view'
import { me, onPage, onPageIfAllowed, onPageIfThere } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Barred, Opener, reasonNot } from '../../../../deeds'
import type { InView } from '../../../../in-view'
import { Screen } from '../../../../screen'
import { Section } from '../../../../section'
import { thenIn } from '../../../../then'
import { Allocations, Capacity, Exceptions, Objects, Pairs, People, Requests } from './parts'

type Props = InView & { params: Promise<{ tenant: string; namespace: string }> }
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const { tenant, namespace } = await params
  return { title: `${namespace} · Namespaces · ${tenant}` }
}
const view = viewOf({ opens: ['change'] })

export default async function Namespace({ params, searchParams }: Props) {
  const { tenant, namespace: name } = await params
  const then = await thenIn(tenant, searchParams)
  if (then?.refusal) return <Screen title={name} then={then} />
  const asOf = then?.at ?? null
  const { open } = view.read(await searchParams)
  const inTenant = await onPage((door) => door.tenants.read({ tenant }), asOf)
  const namespace = await onPageIfThere((door) => door.namespaces.read({ tenant, namespace: name }), asOf)
  if (namespace === null) return <Screen title={name} then={then}><p>There was no such namespace at that moment.</p></Screen>
  const { standing } = await me()
  const place = { tenant, inTenant }
  const change = await reasonNot('namespaces.change', 'change namespaces', place)
  const around = open === null || then ? null : await onPageIfAllowed((door) => door.namespaces.prepare({ tenant }))
  const at = paths.namespace(tenant, name)
  const isThere = namespace.state === 'open' || namespace.state === 'frozen'
  return (
    <Screen
      title={namespace.title} then={then} inTenant={inTenant} says={<p>A namespace of <Link href={paths.tenant(tenant)}><span className="name">{tenant}</span></Link>.{standing('audit.list', { tenant }).may && <> What was done to it stands in the <Link href={paths.audit(tenant)}>record</Link>.</>}</p>}
      action={open === null && isThere && then === null && <Opener href={paths.changeNamespace(tenant, name)} reason={change}>Change namespace</Opener>}
    >
      {namespace.state === 'frozen' && <Strip tone="danger">{then ? 'This namespace was frozen then.' : 'This namespace is frozen: nothing new begins in it, and what runs goes on.'}</Strip>}
      {namespace.state === 'closing' && <Strip tone="info">{then ? 'This namespace was being deleted then.' : 'This namespace is being deleted: what runs in it is ended first.'}</Strip>}
      {namespace.state === 'deleted' && <Strip tone="info">This namespace is deleted. What happened in it can be read, and nothing begins there again.</Strip>}
      <Beside
        panel={open === 'change' && then === null && (
          <Panel id="change" title="Change namespace" closeTo={at}>
            {around === null ? <Barred action="namespaces.change" deed="change namespaces" tenant={tenant} /> : <ChangeForm tenant={tenant} namespace={namespace} around={around} whyNot={change} />}
          </Panel>
        )}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Section title="What it is"><NamespaceFacts namespace={namespace} tenantIsolation={inTenant.isolationLevel} /></Section>
          <Section title="Capacity"><Part title="Capacity"><Capacity tenant={tenant} namespace={name} asOf={asOf} /></Part></Section>
          {standing('allocations.list', { tenant, namespace: name }).may && <Section title="Allocations"><Part title="Allocations"><Allocations tenant={tenant} namespace={name} asOf={asOf} /></Part></Section>}
          {standing('namespaces.people', { tenant, namespace: name }).may && <Section title="People"><Part title="People"><People tenant={tenant} namespace={name} asOf={asOf} /></Part></Section>}
          {then ? <NotThen>What was asked, its exceptions and pairs, and what it came to on a cluster are not kept of the past.</NotThen> : (
            <>
              {standing('requests.listInTenant', { tenant }).may && <Section title="Requests"><Part title="Requests"><Requests tenant={tenant} namespace={name} /></Part></Section>}
              {standing('policies.list', { tenant }).may && <Section title="Exceptions"><Part title="Exceptions"><Exceptions tenant={tenant} namespace={name} /></Part></Section>}
              {standing('pairs.list', { tenant, namespace: name }).may && <Section title="Pairs"><Part title="Pairs"><Pairs tenant={tenant} namespace={name} inTenant={inTenant} /></Part></Section>}
              <Section title="On a cluster"><Part title="On a cluster"><Objects tenant={tenant} namespace={name} /></Part></Section>
              {isThere && standing('namespaces.freeze', { tenant }).may && <Section title="Freeze or delete"><Part title="Freeze or delete"><Life tenant={tenant} namespace={name} isFrozen={namespace.state === 'frozen'} inTenant={inTenant} /></Part></Section>}
            </>
          )}
        </div>
      </Beside>
    </Screen>
  )
}

async function Life({ tenant, namespace, isFrozen, inTenant }: { tenant: string; namespace: string; isFrozen: boolean; inTenant: TenantStanding }) {
  const place = { tenant, inTenant }
  const [page, freeze, thaw, remove] = await Promise.all([
    onPage((door) => door.allocations.list({ tenant, namespace, find: null, show: 'live', ...firstPage })),
    reasonNot('namespaces.freeze', 'freeze namespaces', place), reasonNot('namespaces.thaw', 'thaw namespaces', place), reasonNot('namespaces.delete', 'delete namespaces', place),
  ])
  const living = page.rows.map(({ allocation, name, state, amounts }) => ({ id: allocation, name, state, holds: sayAmounts(amounts.map(({ resource, amount }) => [resource, amount] as const)) }))
  return <NamespaceLife tenant={tenant} namespace={namespace} isFrozen={isFrozen} living={living} more={page.next !== null} whyNot={{ freeze, thaw, delete: remove }} />
}
