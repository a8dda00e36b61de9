import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { RuleShown } from '~/server/cases/list-cases'
import { kindWords, sayPrecision } from './case-words'

export function RuleTable({ rules }: { rules: readonly RuleShown[] }) {
  return (
    <Table label="Rules">
      <Head columns={['What', 'Rule', 'State', { says: 'Was right', figure: true }, { says: 'Version', figure: true }, 'Watches since']} />
      <tbody>
        {rules.map((rule) => (
          <Row key={rule.kind}>
            <Name plain>{kindWords[rule.kind].says}</Name>
            <Cell wide>{kindWords[rule.kind].rule}</Cell>
            <Cell><Badge tone={rule.triedOut ? 'unknown' : 'ok'}>{rule.triedOut ? 'Tried out' : 'In force'}</Badge></Cell>
            <Cell figure>{sayPrecision(rule) ?? <Unknown why="No case of it was closed yet." />}</Cell>
            <Cell figure>{rule.version}</Cell>
            <Cell>{rule.since === null ? <Unknown why="No engine has watched yet." /> : <Exact at={rule.since} />}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
