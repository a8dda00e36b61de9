import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Part } from '~/components/ui/part'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { IdleTable } from '~/components/use/idle-table'
import { PartTable } from '~/components/use/part-table'
import { PodSizeTable } from '~/components/use/pod-size-table'
import { sayUse, sayWhose } from '~/components/use/say-use'
import { SpentShown } from '~/components/use/spent-shown'
import { UseFigures } from '~/components/use/use-figures'
import { ofRange } from '~/components/use/use-words'
import { me, onPage, onPageIfAllowed } from '~/server/api/caller'
import { Barred } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Screen } from '../../../screen'
import { Section } from '../../../section'
import { reachableNamespaces } from '../allocations/reachable-namespaces'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Use')
const ranges = ['week', 'day', 'month'] as const
const view = viewOf({ filters: { namespace: 'text', by: ['model', 'person'] }, tabs: ranges })

export default async function Use({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.use(tenant)
  const asked = view.read(await searchParams)
  const { tab: range } = asked
  const by = asked.by ?? 'namespace'
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const { standing } = await me()
  const namespaces = await reachableNamespaces(tenant)
  // A namespace that is not theirs to look at is no filter: the address may have been somebody else's.
  const namespace = namespaces === null || namespaces.includes(asked.namespace ?? '') ? asked.namespace : null
  const read = await onPageIfAllowed((door) => (by === 'person' ? door.use.readByPerson({ tenant, namespace, range }) : door.use.read({ tenant, namespace, range, by })))
  const mayPeople = standing('use.readByPerson', { tenant }).may
  return (
    <Screen title="Use" inTenant={inTenant} says={<p>{read === null ? `What ${inTenant.title} was charged and used.` : sayUse(read, sayWhose(read.reach, namespace, inTenant.title), ofRange[range])}</p>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <Tabs label="How long" tabs={(['day', 'week', 'month'] as const).map((each) => ({ says: { day: '24 hours', week: '7 days', month: '30 days' }[each], href: view.href(at, asked, { tab: each }), current: each === range }))} />
          <FilterBar
            label="Filter use" narrowing={view.narrowing(at, asked)} clear={view.isNarrowed(asked) ? view.cleared(at, asked) : null}
            choices={[
              ...(namespaces === null ? [] : [{ name: 'namespace', says: 'Namespace', any: 'Any namespace', options: Object.fromEntries(namespaces.map((name) => [name, name])) }]),
              { name: 'by', says: 'Of what', any: 'By namespace', options: { model: 'By model', ...(mayPeople || by === 'person' ? { person: 'By person' } : {}) } },
            ]}
          />
        </div>
        {read === null
          ? by === 'person' ? <Barred action="use.readByPerson" deed="see who was charged how much" tenant={tenant} /> : <Barred action="use.read" deed="see what was charged and used" tenant={tenant} />
          : (
            <>
              <Section title="Over time"><UseFigures key={`${range} ${by} ${namespace}`} read={read} by={by} place={namespace ?? tenant} /></Section>
              <Section title={{ namespace: 'By namespace', model: 'By model', person: 'By person' }[by]}>
                {read.parts.length === 0 ? <Region title="Nothing was charged"><p>What is let in is charged from then on, whether it is used or not.</p></Region> : <PartTable tenant={tenant} read={read} by={by} />}
              </Section>
              <Section title="Cost"><SpentShown spent={read.total.spent} /></Section>
            </>
          )}
        {standing('use.idle', { tenant }).may && <Section title="Idle or too large"><Part title="Idle or too large"><Idle tenant={tenant} namespace={namespace} mayShrink={standing('allocations.shrink', { tenant }).may} /></Part></Section>}
      </div>
    </Screen>
  )
}

async function Idle({ tenant, namespace, mayShrink }: { tenant: string; namespace: string | null; mayShrink: boolean }) {
  const { gpus, pods } = await onPage((door) => door.use.idle({ tenant, namespace }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p>What runs, and in the last seven days used less than 5 % of its GPUs on average, or less than half of them at any sample. What was measured for less than six hours is not judged.</p>
      {gpus.length === 0 ? <p>Nothing that was measured holds GPUs that it does not need.</p> : <IdleTable tenant={tenant} idle={gpus} mayShrink={mayShrink} />}
      <p>And what would do with half of the cores or of the memory of each of its pods, or less. Of cores that is what nine looks in ten did not pass, where a day weighs half of the day after it; of memory, what was never passed; and 15 % more. In small stands what half of the looks and what 95 in 100 come to. What was measured for less than a day is not judged.</p>
      {pods.length === 0 ? <p>Nothing that was measured would do with half of its cores or of its memory.</p> : <PodSizeTable tenant={tenant} pods={pods} />}
    </div>
  )
}
