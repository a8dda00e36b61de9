import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { CaseShown, LossShown } from '~/server/cases/list-cases'
import { figure } from '~/server/shared/figure'
import { lossWords, sayHarm, sayHours, sayRests } from './harm-words'

/** A second on: what was decided at that moment, and nothing that was decided after it. */
const recordOf = ({ tenant, since }: LossShown) => paths.platformAuditOf(`tenant:${tenant} resource:allocations since:${since} until:${new Date(Date.parse(since) + 1_000).toISOString()}`)

/** What others lost by a case: whose wishes, for how long, and the decision of each. */
export function LossTable({ tenant, harm, losses, readsRecord }: { tenant: string; harm: NonNullable<CaseShown['harm']>; losses: readonly LossShown[]; readsRecord: boolean }) {
  return (
    <div className="grid gap-3">
      <p>{sayHarm(harm)} {sayRests(harm, losses.length).join(' ')}</p>
      {losses.length > 0 && (
        <Table label="What others lost">
          <Head columns={['Wish', 'Tenant', 'Namespace', 'What happened', { says: 'GPUs', figure: true }, 'From', 'Until', { says: 'GPU hours', figure: true, sorted: 'descending' }]} />
          <tbody>
            {losses.map((loss) => (
              <Row key={loss.decision}>
                {readsRecord ? <Name href={recordOf(loss)}>{loss.name}</Name> : <Name>{loss.name}</Name>}
                <Cell><Link href={paths.platformTenant(loss.tenant)}><span className="name">{loss.tenant}</span></Link></Cell>
                <Cell><span className="name">{loss.namespace}</span></Cell>
                <Cell><Badge tone={lossWords[loss.was].tone}>{lossWords[loss.was].says}</Badge></Cell>
                <Cell figure>{figure(Number(loss.gpuMilli) / 1_000)}</Cell>
                <Cell><Exact at={loss.since} /></Cell>
                <Cell><Exact at={loss.until} /></Cell>
                <Cell figure>{sayHours(loss.minutes)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <p className="text-dense text-quiet">Each decision was made again, from the facts that it was made from, with what <span className="name">{tenant}</span> held given back; what is given back is used once, and whoever would have waited anyway lost nothing. Reckoned <Exact at={harm.at} />.{!readsRecord && losses.length > 0 && ' Whoever reads the record finds each decision there.'}</p>
    </div>
  )
}
