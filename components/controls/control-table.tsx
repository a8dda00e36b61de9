import { Badge } from '~/components/ui/badge'
import { Ago } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { ControlShown } from '~/server/controls/list-controls'
import { stateWords } from './control-words'

/** What is promised, and whether it stood when it was last tried. */
export function ControlTable({ controls, current, hrefOf, now }: { controls: readonly ControlShown[]; current: string | null; hrefOf: (control: string) => string; now: Date }) {
  return (
    <Table label="Controls">
      <Head columns={['Control', 'State', 'Promise', 'Since', 'Tried']} />
      <tbody>
        {controls.map(({ control, says, state, since, checkedAt }) => (
          <Row key={control} current={control === current}>
            <Name href={hrefOf(control)}>{control}</Name>
            <Cell><Badge tone={stateWords[state].tone}>{stateWords[state].says}</Badge></Cell>
            <Cell wide>{says}</Cell>
            <Cell>{since === null ? <Unknown why="Nobody has tried it yet." /> : <Ago at={since} now={now} />}</Cell>
            <Cell>{checkedAt === null ? <Unknown why="Nobody has tried it yet." /> : <Ago at={checkedAt} now={now} />}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
