import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Ago, Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { OwnCaseShown } from '~/server/cases/list-cases-in-tenant'
import { kindWords, sayState } from './case-words'

/** What the platform told a tenant of how it uses what it has. */
export function OwnCaseTable({ tenant, cases, now }: { tenant: string; cases: readonly OwnCaseShown[]; now: Date }) {
  return (
    <Table label="Cases">
      <Head columns={['What', 'State', { says: 'Opened', sorted: 'descending' }, 'Last seen']} />
      <tbody>
        {cases.map((one) => (
          <Row key={one.case}>
            <Name plain href={paths.tenantCase(tenant, one.case)}>{kindWords[one.kind].says}</Name>
            <Cell><Badge tone={sayState(one).tone}>{sayState(one).says}</Badge></Cell>
            <Cell><Exact at={one.openedAt} /></Cell>
            <Cell><Ago at={one.seenAt} now={now} /></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
