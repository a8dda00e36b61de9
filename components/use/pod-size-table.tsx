import { wishAgain } from '~/components/allocations/wish-again'
import { formatAmount } from '~/components/quotas/amount'
import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import { many } from '~/server/shared/many'
import { printQuantity } from '~/server/shared/quantity'
import type { PodSizes, PodSizeShown } from '~/server/use/list-pod-sizes'

/** What each pod has of cores and memory, and what would do; the form is filled with that. */
export function PodSizeTable({ tenant, pods }: { tenant: string; pods: readonly PodSizes[] }) {
  return (
    <Table label="Cores and memory of a pod">
      <Head columns={['Allocation', { says: 'CPU granted', figure: true }, { says: 'CPU that would do', figure: true }, { says: 'Memory granted', figure: true }, { says: 'Memory that would do', figure: true }, 'Rests on', 'Ask']} />
      <tbody>
        {pods.map(({ allocation, days, cpu, memory, asked, purpose, ...of }) => (
          <Row key={allocation}>
            <Name href={paths.allocation(tenant, allocation)}>{of.name}</Name>
            <Size resource="cpu" size={cpu} />
            <Size resource="memory" size={memory} />
            <Cell>{many(Math.max(cpu?.samples ?? 0, memory?.samples ?? 0), 'sample')} of {many(days, 'day')}</Cell>
            <Cell><Link href={paths.askForGpusLike(tenant, { ...wishAgain(of, asked, purpose), ...wishOf(cpu, memory) })}>Ask for that<span className="sr-only">, {of.name} in {of.namespace}</span></Link></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
const wishOf = (cpu: PodSizeShown | null, memory: PodSizeShown | null) => ({ ...(cpu ? { cpu: printQuantity(BigInt(cpu.enough), 'cpu') } : {}), ...(memory ? { memory: printQuantity(BigInt(memory.enough), 'memory') } : {}) })

function Size({ resource, size }: { resource: 'cpu' | 'memory'; size: PodSizeShown | null }) {
  if (size === null) return <><Cell /><Cell figure><Unknown why="It uses half of it or more, or too little of it was measured." /></Cell></>
  const { has, enough, lower, upper } = size
  return <><Cell figure>{formatAmount(resource, has)}</Cell><Cell figure><strong className="font-medium text-strong">{formatAmount(resource, enough)}</strong>{lower !== upper && <span className="block text-small text-quiet">{formatAmount(resource, lower)} to {formatAmount(resource, upper)}</span>}</Cell></>
}
