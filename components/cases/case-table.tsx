import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Ago, Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { CaseShown } from '~/server/cases/list-cases'
import { kindWords, sayState } from './case-words'
import { sayHours } from './harm-words'

/** `by` is how it is sorted: those that are open by what they cost others. */
export function CaseTable({ label, cases, now, by }: { label: string; cases: readonly CaseShown[]; now: Date; by: 'harm' | 'opened' }) {
  const sorted = (column: typeof by) => (by === column ? { sorted: 'descending' as const } : {})
  return (
    <Table label={label}>
      <Head columns={['What', 'Tenant', 'State', { says: 'GPU hours others lost', figure: true, ...sorted('harm') }, { says: 'Signals', figure: true }, { says: 'Opened', ...sorted('opened') }, 'Last seen']} />
      <tbody>
        {cases.map((one) => (
          <Row key={one.case}>
            <Name plain href={paths.case(one.case)}>{kindWords[one.kind].says}</Name>
            <Cell><span className="name">{one.tenant}</span></Cell>
            <Cell><Badge tone={sayState(one).tone}>{sayState(one).says}</Badge></Cell>
            <Cell figure>{one.harm === null ? <Unknown why="It was not reckoned." /> : `${one.harm.atLeast && one.harm.wishes > 0 ? '≥ ' : ''}${sayHours(one.harm.minutes)}`}</Cell>
            <Cell figure>{one.signals}</Cell>
            <Cell><Exact at={one.openedAt} /></Cell>
            <Cell><Ago at={one.seenAt} now={now} /></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
