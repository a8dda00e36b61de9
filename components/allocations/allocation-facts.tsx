import { formatAmount } from '~/components/quotas/amount'
import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import type { AllocationShown } from '~/server/allocations/allocation'
import type { Losses } from '~/server/allocations/decide-losses'
import type { WaitBucket } from '~/server/allocations/decide-wait'
import type { Waiting } from '~/server/allocations/waiting'
import type { AllocationUse, LatelyUsed } from '~/server/allocations/use'
import { figure } from '~/server/shared/figure'
import { markMeanings } from './allocation-marks'
import { resourceWord } from './amounts'
import { sayUse } from './say-ending'
import { sayWaiting } from './say-waiting'

/** What it is and what it holds. */
export function AllocationFacts({ tenant, allocation, askedBy, purpose }: { tenant: string; allocation: AllocationShown; askedBy: string; purpose: string }) {
  const { name, namespace, class: of, priority, pods, amounts, region, state, endedAt } = allocation
  const holds = state === 'waiting' ? 'Asks for' : endedAt === null ? 'Holds' : 'Held'
  const meanings = markMeanings.filter(([mark]) => allocation[mark])
  return (
    <Properties
      items={[
        { says: 'Name', value: <span className="name">{name}</span>, copy: name },
        { says: 'Namespace', value: <Link href={paths.namespace(tenant, namespace)}><span className="name">{namespace}</span></Link> },
        { says: 'Class', value: `${of}, priority ${priority}` },
        { says: 'Pods', value: String(pods) },
        { says: holds, value: <ul>{amounts.map(({ resource, amount }) => <li key={resource}>{resourceWord(resource)} {formatAmount(resource, amount)}</li>)}</ul> },
        ...(region === null ? [] : [{ says: 'Region', value: <span className="name">{region}</span> }]),
        ...(meanings.length === 0 ? [] : [{ says: 'Marks', value: <ul>{meanings.map(([mark, says]) => <li key={mark}>{says}</li>)}</ul> }]),
        { says: 'Asked by', value: askedBy },
        { says: 'Purpose', value: <span className="whitespace-pre-line">{purpose}</span> },
      ]}
    />
  )
}

const moments = [['askedAt', 'Asked'], ['heldUntil', 'Held until'], ['admittedAt', 'Admitted'], ['runningAt', 'Running since'], ['endsAt', 'Ends'], ['endedAt', 'Ended']] as const
export const usually: Record<WaitBucket, string> = { minutes: 'some minutes', an_hour: 'up to an hour', some_hours: 'some hours', a_day: 'up to a day', longer: 'more than a day' }
/** Whatever its turn is: that something is decided first. */
const cannotBegin = ({ shut, lacks }: Waiting) => shut !== null || lacks.some(({ isBeyond }) => isBeyond)
/** Its life, as far as it has come and as far as it is known. */
export function AllocationLife({ allocation, waiting, losses, because }: { allocation: AllocationShown; waiting: Waiting | null; losses: Losses | null; because: string | null }) {
  const waitsFor = waiting === null ? [] : sayWaiting(waiting)
  return (
    <Properties
      items={[
        ...moments.flatMap(([moment, says]) => {
          const at = allocation[moment]
          const isPast = allocation.endedAt !== null && moment === 'endsAt'
          return at === null || isPast ? [] : [{ says: moment === 'heldUntil' && allocation.state === 'waiting' ? 'Waits until' : says, value: <Exact at={at} /> }]
        }),
        ...(waitsFor.length === 0 ? [] : [{ says: 'Waits for', value: <ul>{waitsFor.map((what) => <li key={what}>{what}</li>)}</ul> }]),
        ...(waiting === null || cannotBegin(waiting) ? [] : [{ says: 'Before it', value: waiting.ahead === 0 ? 'Nothing that you can see' : `${figure(waiting.ahead)} that you can see` }]),
        ...(waiting === null || waiting.usually === null || cannotBegin(waiting) ? [] : [{ says: 'Usual wait', value: `For this class, ${usually[waiting.usually]}` }]),
        ...(losses === null ? [] : [{ says: 'Lost its place', value: losses.times === 1 ? 'Once' : `${losses.times} times` }]),
        ...(losses === null || losses.sparedUntil === null ? [] : [{ says: 'Left alone', value: losses.sparedUntil === 'its_end' ? 'To its end, for it lost its place so often' : <>Until <Exact at={losses.sparedUntil} /></> }]),
        ...(because === null ? [] : [{ says: 'Ended because', value: because }]),
      ]}
    />
  )
}

/** How much of what it was given it uses, by its cluster's word. */
export function AllocationUsed({ allocation, use, lately }: { allocation: AllocationShown; use: AllocationUse; lately: LatelyUsed }) {
  const has = (of: (resource: string) => boolean) => allocation.amounts.some(({ resource }) => of(resource))
  return (
    <Properties
      items={[
        { says: 'GPUs in use', value: sayUse(allocation, use, use.gpuUse, has((resource) => resource.endsWith('/gpu') || resource.endsWith('/gpu-milli'))) },
        ...(lately.gpuUse === null ? [] : [{ says: 'Lately', value: `${Math.round(lately.gpuUse / 10)} % of its GPUs, on ${lately.days} of the last seven days` }]),
        { says: 'Cores in use', value: sayUse(allocation, use, use.cpuUse, has((resource) => resource === 'cpu')) },
        { says: 'Memory in use', value: sayUse(allocation, use, use.memoryUse, has((resource) => resource === 'memory')) },
        ...(use.reportedAt === null ? [] : [{ says: 'Heard', value: <Exact at={use.reportedAt} /> }]),
      ]}
    />
  )
}
