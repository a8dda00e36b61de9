import type { Metadata } from 'next'
import { cache } from 'react'
import { AllocationFacts, AllocationLife, AllocationUsed } from '~/components/allocations/allocation-facts'
import { AllocationForm } from '~/components/allocations/allocation-form'
import { AllocationState } from '~/components/allocations/allocation-state'
import { sayAmounts } from '~/components/allocations/amounts'
import { ChangeAllocation } from '~/components/allocations/change-allocation'
import { DecisionList } from '~/components/allocations/decision-list'
import { sayEnding } from '~/components/allocations/say-ending'
import { wishAgain, wishNow } from '~/components/allocations/wish-again'
import { NotThen } from '~/components/past/no-moment'
import { OwnRequest } from '~/components/requests/own-request'
import { Crumb } from '~/components/shell/crumb'
import { paths } from '~/components/shell/paths'
import type { TenantStanding } from '~/components/tenants/tenant-state'
import { Link } from '~/components/ui/link'
import type { Reason } from '~/components/ui/reason'
import { viewOf } from '~/components/ui/view'
import { me, onPage, onPageIfThere } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { allocationRefusals } from '~/server/allocations/allocation.refusals'
import type { AllocationRead } from '~/server/allocations/list-allocations'
import { decideRenewal } from '~/server/allocations/decide-renewal'
import { reasonNot } from '../../../../deeds'
import type { InView } from '../../../../in-view'
import { Screen } from '../../../../screen'
import { Section } from '../../../../section'
import { type Then, thenIn } from '../../../../then'

type Props = InView & { params: Promise<{ tenant: string; allocation: string }> }
/** Read once, for the page and for what its window is called. Null where nobody had asked for it yet. */
const allocationRead = cache((tenant: string, id: string, at: string | null) => onPageIfThere((door) => door.allocations.read({ tenant, allocation: id }), at))
export const generateMetadata = async ({ params, searchParams }: Props): Promise<Metadata> => {
  const { tenant, allocation } = await params
  const then = await thenIn(tenant, searchParams)
  const found = then?.refusal ? null : await allocationRead(tenant, allocation, then?.at ?? null)
  return { title: `${found?.allocation.name ?? 'Allocation'} · Allocations · ${tenant}` }
}

const sentence = ({ says, fix }: { says: string; fix: string }): Reason => `${says} ${fix}`

const view = viewOf({ opens: ['extend', 'shrink', 'amend'], panel: { gpus: 'text' } })

export default async function Allocation({ params, searchParams }: Props) {
  const { tenant, allocation: id } = await params
  const then = await thenIn(tenant, searchParams)
  if (then?.refusal) return <Screen title="Allocation" then={then} />
  const { open, gpus: proposed } = view.read(await searchParams)
  const inTenant = await onPage((door) => door.tenants.read({ tenant }), then?.at)
  const found = await allocationRead(tenant, id, then?.at ?? null)
  if (found === null) return <Screen title="Allocation" then={then}><p>Nobody had asked for it yet at that moment.</p></Screen>
  if (then) return <AllocationThen tenant={tenant} found={found} inTenant={inTenant} then={then} />
  const { allocation, purpose, asked, theirs, names, decisions, use, lately, ending, waiting, losses } = found
  const { name, namespace, state, askedBy, endsAt, endedAt } = allocation
  const place = { tenant, namespace }
  const [release, extend, shrink] = await Promise.all([reasonNot('allocations.release', 'release it', place), reasonNot('allocations.extend', 'extend it', place), reasonNot('allocations.shrink', 'make it smaller', place)])
  const isHeld = state === 'held' || state === 'waiting'
  const [own, answer] = await Promise.all([onPage((door) => door.requests.ofAllocation({ allocation: id })), reasonNot('requests.answer', 'answer')])
  const openOf = own === null && endedAt === null ? await askedAbout(tenant, id, name) : null
  const isAsked = own !== null && own.state === 'open' && state === 'held' && asked !== null
  const amend = isAsked ? { href: paths.amendAllocation(tenant, id), whyNot: await reasonNot('allocations.amend', 'change it', { ...place, inTenant }) } : null
  if (open === 'amend' && isAsked && amend?.whyNot === null) {
    const [prepared, regions] = await onPage((door) => Promise.all([door.allocations.prepare({ tenant, namespace }), door.regions.list({})]))
    return (
      <Screen title={`Change ${name}`} then={null} inTenant={inTenant} says={<p>In {namespace}. It keeps its place; whoever has said yes to what it was is asked again.</p>}>
        <Crumb says={name} />
        <AllocationForm tenant={tenant} amends={{ allocation: id, terms: own.terms, name, namespace, kept: { each: asked.each, labels: asked.labels } }} namespaces={[namespace]} regions={regions} prepared={prepared} filled={wishNow(allocation, asked, purpose)} whyNot={null} />
      </Screen>
    )
  }
  const notTheirs = theirs ? null : sentence(allocationRefusals.not_yours)
  const notYet = isHeld ? sentence(allocationRefusals.not_admitted) : null
  const whole = allocation.amounts.filter(({ resource, amount }) => resource.endsWith('/gpu') && amount !== '0')
  const has = whole.length === 1 ? Number(whole[0]?.amount) / allocation.pods : 0
  const keepsOne = has === 1 ? 'Each of its pods has one GPU, and keeps it.' : null
  const whyNot = { release: release ?? notTheirs, extend: extend ?? notTheirs ?? notYet, shrink: shrink ?? notTheirs ?? notYet ?? keepsOne }
  const hasGpus = allocation.amounts.some(({ resource }) => resource.endsWith('/gpu') || resource.endsWith('/gpu-milli'))
  const renewal = allocation.admittedAt === null || endsAt === null ? null : decideRenewal({ admittedAt: allocation.admittedAt, endsAt, now: new Date().toISOString() }, lately, hasGpus)
  const amounts = sayAmounts(allocation.amounts.map(({ resource, amount }) => [resource, amount] as const))
  return (
    <Screen title={name} then={null} inTenant={inTenant} says={<AllocationState state={state} />}>
      <Crumb says={name} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
        <Section title="What it is"><AllocationFacts tenant={tenant} allocation={allocation} askedBy={names[askedBy] ?? 'Somebody who is no longer here'} purpose={purpose} /></Section>
        <Section title="Its life">
          <AllocationLife allocation={allocation} waiting={waiting} losses={losses} because={ending && sayEnding(allocation, ending, names)} />
          <ChangeAllocation tenant={tenant} allocation={id} name={name} amounts={amounts} state={state} isOver={endedAt !== null} again={paths.askForGpusLike(tenant, wishAgain(allocation, asked, purpose))} endsAt={endsAt} renewal={renewal} lately={lately} opens={open === 'extend' || open === 'shrink' ? open : null} shrink={has > 0 ? { pods: allocation.pods, has, proposed } : null} amend={amend} whyNot={whyNot} />
        </Section>
        {own && <Section title="Who says yes"><OwnRequest own={own} whyNot={answer} now={new Date()} /></Section>}
        {openOf !== null && <Section title="Who says yes"><p>{openOf.kind === 'allocation.extend' ? 'Whether it may go on is asked of somebody.' : 'It waits for somebody’s yes.'} <Link href={paths.tenantRequest(tenant, openOf.request)}>Open the request</Link></p></Section>}
        <Section title="What it uses"><AllocationUsed allocation={allocation} use={use} lately={lately} /></Section>
      </div>
      <Section title="How it was decided"><DecisionList decisions={decisions} names={names} /></Section>
    </Screen>
  )
}

/** What is asked about it and open, for whoever reads what is asked in the tenant. */
async function askedAbout(tenant: string, id: string, name: string) {
  if (!(await me()).standing('requests.listInTenant', { tenant }).may) return null
  const { rows } = await onPage((door) => door.requests.listInTenant({ tenant, namespace: null, show: 'all', find: name, ...firstPage }))
  return rows.find(({ allocation, state }) => allocation === id && state === 'open') ?? null
}

/** What it was at a moment: nothing is done to that, and who was asked and what it used are not kept. */
function AllocationThen({ tenant, found: { allocation, purpose, names, decisions, ending, waiting }, inTenant, then }: { tenant: string; found: AllocationRead; inTenant: TenantStanding; then: Then }) {
  const { name, state, askedBy } = allocation
  return (
    <Screen title={name} then={then} inTenant={inTenant} says={<AllocationState state={state} />}>
      <Crumb says={name} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
        <Section title="What it was"><AllocationFacts tenant={tenant} allocation={allocation} askedBy={names[askedBy] ?? 'Somebody who is no longer here'} purpose={purpose} /></Section>
        <Section title="Its life until then">
          <AllocationLife allocation={allocation} waiting={waiting} losses={null} because={ending && sayEnding(allocation, ending, names)} />
          <NotThen>Whose yes it waited for and what it used are not kept of the past.</NotThen>
        </Section>
      </div>
      <Section title="How it was decided"><DecisionList decisions={decisions} names={names} /></Section>
    </Screen>
  )
}
