import { paths } from '~/components/shell/paths'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { UseRead } from '~/server/use/read-use'
import type { Manner } from '~/server/use/use'
import { share } from './prepare-use'
import { hoursOf, money, nameOf, titles } from './use-words'

const heads = { namespace: 'Namespace', model: 'Model', person: 'Person' } as const satisfies Record<Manner, string>
type Line = Pick<UseRead['total'], 'sums' | 'spent'>

/** What each was charged, what of that was used as far as it was measured, and what it comes to. */
export function PartTable({ tenant, read: { parts, total }, by }: { tenant: string; read: UseRead; by: Manner }) {
  const figures = ({ sums, spent }: Line) => (
    <>
      <Cell figure>{hoursOf(sums.gpuCharged, 1000)}</Cell>
      <Cell figure><Used charged={sums.gpuCharged} measured={sums.gpuMeasured} used={sums.gpuUsed} /></Cell>
      <Cell figure>{hoursOf(sums.cpuCharged, 1000)}</Cell>
      <Cell figure><Used charged={sums.cpuCharged} measured={sums.cpuMeasured} used={sums.cpuUsed} /></Cell>
      <Cell figure>{hoursOf(sums.memoryCharged, 2 ** 30)}</Cell>
      <Cell figure><Used charged={sums.memoryCharged} measured={sums.memoryMeasured} used={sums.memoryUsed} /></Cell>
      <Cell figure>{spent === null ? <Unknown why="No prices are set." /> : money(spent.total)}</Cell>
    </>
  )
  const currency = total.spent === null ? '' : `, ${total.spent.currency}`
  return (
    <Table label={`Use by ${titles[by]}`}>
      <Head columns={[heads[by], { says: 'GPU hours', figure: true, sorted: 'descending' }, { says: 'GPUs used', figure: true }, { says: 'Core hours', figure: true }, { says: 'Cores used', figure: true }, { says: 'GiB hours', figure: true }, { says: 'Memory used', figure: true }, { says: `Cost${currency}`, figure: true }]} />
      <tbody>
        {parts.map(({ key, name, ...line }) => (
          <Row key={key ?? ''}>
            {by === 'namespace' && key !== null ? <Name href={paths.namespace(tenant, key)}>{key}</Name> : <Name plain>{nameOf(by, key, name)}</Name>}
            {figures(line)}
          </Row>
        ))}
        {parts.length > 1 && <Row><Name plain>In all</Name>{figures(total)}</Row>}
      </tbody>
    </Table>
  )
}

/** A share of what was measured: what nobody measured is not unused. */
function Used({ charged, measured, used }: { charged: string; measured: string; used: string }) {
  if (charged === '0') return null
  if (measured === '0') return <Unknown why="No cluster said how much of it was used." />
  return <>{share(BigInt(used), BigInt(measured))}</>
}
