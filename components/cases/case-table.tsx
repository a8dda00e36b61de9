import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Ago, Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { CaseShown } from '~/server/cases/list-cases'
import { kindWords, sayState } from './case-words'

export function CaseTable({ label, cases, now }: { label: string; cases: readonly CaseShown[]; now: Date }) {
  return (
    <Table label={label}>
      <Head columns={['What', 'Tenant', 'State', { says: 'Signals', figure: true }, { says: 'Opened', sorted: 'descending' }, 'Last seen']} />
      <tbody>
        {cases.map((one) => (
          <Row key={one.case}>
            <Name plain href={paths.case(one.case)}>{kindWords[one.kind].says}</Name>
            <Cell><span className="name">{one.tenant}</span></Cell>
            <Cell><Badge tone={sayState(one).tone}>{sayState(one).says}</Badge></Cell>
            <Cell figure>{one.signals}</Cell>
            <Cell><Exact at={one.openedAt} /></Cell>
            <Cell><Ago at={one.seenAt} now={now} /></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
