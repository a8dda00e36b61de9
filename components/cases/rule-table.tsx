import { Badge } from '~/components/ui/badge'
import { Ago } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { RuleShown } from '~/server/cases/list-cases'
import { kindWords, sayPrecision } from './case-words'

/** What a rule looks for takes several lines, so that it has the room: which version of it watches, and since when, stands under it. */
export function RuleTable({ rules, now }: { rules: readonly RuleShown[]; now: Date }) {
  return (
    <Table label="Rules">
      <Head columns={['What', 'Rule', 'State', { says: 'Was right', figure: true }]} />
      <tbody>
        {rules.map((rule) => (
          <Row key={rule.kind}>
            <Name plain>{kindWords[rule.kind].says}</Name>
            <Cell wide>
              <div className="grid gap-0.5 py-1">
                <span>{kindWords[rule.kind].rule}</span>
                <span className="text-quiet">Version {rule.version}, {rule.since === null ? 'watches not yet' : <>watches since <Ago at={rule.since} now={now} /></>}</span>
              </div>
            </Cell>
            <Cell><Badge tone={rule.triedOut ? 'unknown' : 'ok'}>{rule.triedOut ? 'Tried out' : 'In force'}</Badge></Cell>
            <Cell figure>{sayPrecision(rule) ?? <Unknown why="No case of it was closed yet." />}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
