import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { SignalShown } from '~/server/signals/list-signals'
import { aboutOf, signalWords } from './signal-words'

export function SignalTable({ signals }: { signals: readonly SignalShown[] }) {
  return (
    <Table label="Signals">
      <Head columns={[{ says: 'Seen', sorted: 'descending' }, 'What', 'About', 'What to do']} />
      <tbody>
        {signals.map(({ signal, kind, body, at }) => (
          <Row key={signal}>
            <Name plain><Exact at={at} /></Name>
            <Cell wide>{signalWords[kind].says}</Cell>
            <Cell><span className="name">{aboutOf(body).join(', ')}</span></Cell>
            <Cell wide>{signalWords[kind].fix}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
