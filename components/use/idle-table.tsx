import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'
import type { IdleShown } from '~/server/use/list-idle'

const percent = (thousandths: number) => `${figure(thousandths / 10, 1)} %`

/** What holds GPUs that it was not seen to use, what would do, and what that rests on. */
export function IdleTable({ tenant, idle, mayShrink }: { tenant: string; idle: readonly IdleShown[]; mayShrink: boolean }) {
  return (
    <Table label="Idle or too large">
      <Head columns={['Allocation', 'Seen as', { says: 'GPUs', figure: true }, { says: 'Used on average', figure: true }, { says: 'Used at most', figure: true }, 'Rests on', 'What would do']} />
      <tbody>
        {idle.map(({ allocation, name, namespace, gpus, samples, days, mean, most, size, theirs }) => (
          <Row key={allocation}>
            <Name href={paths.allocation(tenant, allocation)}>{name}</Name>
            <Cell>{size.says === 'idle' ? <Badge tone="notice">Idle</Badge> : <Badge tone="info">Too large</Badge>}</Cell>
            <Cell figure>{gpus}</Cell>
            <Cell figure>{percent(mean)}</Cell>
            <Cell figure>{most === null ? <Unknown why="What it used at most was not kept on all of these days." /> : percent(most)}</Cell>
            <Cell>{many(samples, 'sample')} of {many(days, 'day')}</Cell>
            <Cell>
              {size.says === 'idle' ? <>None: <Link href={paths.allocation(tenant, allocation)}>release it<span className="sr-only">, {name} in {namespace}</span></Link></> : <>{many(Number(size.gpus), 'GPU')}{theirs && mayShrink && <>: <Link href={paths.shrinkAllocation(tenant, allocation, size.each)}>make it smaller<span className="sr-only">, {name} in {namespace}</span></Link></>}</>}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
