import type { Metadata } from 'next'
import { AllocationFacts, AllocationLife, AllocationUsed } from '~/components/allocations/allocation-facts'
import { AllocationState } from '~/components/allocations/allocation-state'
import { sayAmounts } from '~/components/allocations/amounts'
import { ChangeAllocation } from '~/components/allocations/change-allocation'
import { DecisionList } from '~/components/allocations/decision-list'
import { sayEnding } from '~/components/allocations/say-ending'
import { Crumb } from '~/components/shell/crumb'
import type { Reason } from '~/components/ui/reason'
import { onPage } from '~/server/api/caller'
import { allocationRefusals } from '~/server/allocations/allocation.refusals'
import { reasonNot } from '../../../../deeds'
import { Screen } from '../../../../screen'
import { Section } from '../../../../section'

type Props = { params: Promise<{ tenant: string; allocation: string }> }
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({ title: `Allocation · ${(await params).tenant}` })

const sentence = ({ says, fix }: { says: string; fix: string }): Reason => `${says} ${fix}`

export default async function Allocation({ params }: Props) {
  const { tenant, allocation: id } = await params
  const [{ frozenAt }, { allocation, purpose, theirs, names, decisions, use, ending, waiting }] = await onPage((door) => Promise.all([door.tenants.read({ tenant }), door.allocations.read({ tenant, allocation: id })]))
  const { name, namespace, state, askedBy, endsAt, endedAt } = allocation
  const place = { tenant, namespace }
  const [release, extend] = await Promise.all([reasonNot('allocations.release', 'release it', place), reasonNot('allocations.extend', 'extend it', place)])
  const isHeld = state === 'held' || state === 'waiting'
  const notTheirs = theirs ? null : sentence(allocationRefusals.not_yours)
  const whyNot = { release: release ?? notTheirs, extend: extend ?? notTheirs ?? (isHeld ? sentence(allocationRefusals.not_admitted) : null) }
  const holds = `It holds ${sayAmounts(allocation.amounts.map(({ resource, amount }) => [resource, amount] as const))}`
  return (
    <Screen title={name} frozenAt={frozenAt} says={<AllocationState state={state} />}>
      <Crumb says={name} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
        <Section title="What it is"><AllocationFacts tenant={tenant} allocation={allocation} askedBy={names[askedBy] ?? 'Somebody who is no longer here'} purpose={purpose} /></Section>
        <Section title="Its life">
          <AllocationLife allocation={allocation} waiting={waiting} because={ending && sayEnding(allocation, ending, names)} />
          <ChangeAllocation tenant={tenant} allocation={id} name={name} holds={holds} isHeld={isHeld} isOver={endedAt !== null} endsAt={endsAt} whyNot={whyNot} />
        </Section>
        <Section title="What it uses"><AllocationUsed allocation={allocation} use={use} /></Section>
      </div>
      <Section title="How it was decided"><DecisionList decisions={decisions} names={names} /></Section>
    </Screen>
  )
}
