import type { Metadata } from 'next'
import { GonePools } from '~/components/fleet/gone-pools'
import { ModelsGone, sayGone, TenantsGone } from '~/components/fleet/gone-shown'
import { Crumb } from '~/components/shell/crumb'
import { paths } from '~/components/shell/paths'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import { AsOf } from '~/components/ui/moment'
import { Region } from '~/components/ui/region'
import { Strip } from '~/components/ui/strip'
import { me, onPageIfAllowed, onPageIfAnswered } from '~/server/api/caller'
import { isNone, readGone } from '~/server/fleet/decide-gone-address'
import { Barred } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Screen } from '../../../screen'
import { Section } from '../../../section'

export const metadata: Metadata = { title: 'What if · Fleet · Platform' }

export default async function FleetWhatIf({ searchParams }: InView) {
  const supposed = readGone(await searchParams)
  const map = await onPageIfAllowed((door) => door.fleet.map({}))
  if (map === null || !(await me()).standing('fleet.suppose', {}).may) return <Screen title="What if"><Barred action="fleet.suppose" deed="suppose nodes gone" /></Screen>
  const asksNothing = isNone(supposed)
  const answered = asksNothing ? null : await onPageIfAnswered((door) => door.fleet.suppose({ pools: [...supposed.pools], nodes: [...supposed.nodes] }))
  const answer = answered?.ok ? answered.value : null
  return (
    <Screen title="What if" says={<p>Suppose pools or nodes were gone, and see whose work would find no other place. Nothing is changed by it.</p>}>
      <Crumb says="What if" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Section title="Supposed gone"><GonePools pools={map.pools} supposed={supposed} /></Section>
        {asksNothing && <Region title="Nothing is supposed yet"><p>Choose a pool, or a node from the fleet. What would come of it is said here, and the address of this page then leads others to the same.</p></Region>}
        {!asksNothing && !answer && <Region title="There is no answer now"><p>The engine does not answer, or it was asked too often just now. What is supposed stays in the address: read the page again in a moment.</p></Region>}
        {answer && (
          <>
            <Section title="What would be">
              <AsOf at={answer.asOf} />
              {answer.unknown.length > 0 && <Strip tone="notice" role="status">Not in the fleet, and left out: {answer.unknown.join(', ')}.</Strip>}
              {answer.isPart && <Strip tone="notice" role="status">More stands there than was looked at. What is said is of what was there longest.</Strip>}
              <p>{sayGone(answer)}</p>
            </Section>
            {answer.tenants.length > 0 && <Section title="By tenant"><TenantsGone tenants={answer.tenants} /></Section>}
            {answer.models.length > 0 && <Section title="GPUs that take work"><ModelsGone models={answer.models} /></Section>}
            {answer.nodes > 0 && (
              <Section title="Make it so">
                <p className="text-dense">To take nodes away, cordon each of them and wait: nothing new comes, and what runs goes on to its end.</p>
                <p className="flex flex-wrap gap-3">
                  {supposed.pools.map((pool) => <Link key={pool} href={paths.nodesOf(pool)} className={buttonClass()}>Nodes of {pool}</Link>)}
                  {supposed.nodes.map((node) => <Link key={node} href={paths.node(node)} className={buttonClass()}>Cordon {node}</Link>)}
                </p>
              </Section>
            )}
          </>
        )}
      </div>
    </Screen>
  )
}
