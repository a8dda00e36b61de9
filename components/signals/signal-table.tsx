import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { SignalShown } from '~/server/signals/list-signals'
import { placeOfSignal, type Reads } from './place-of-signal'
import { aboutOf, fixOf, signalWords } from './signal-words'

export function SignalTable({ signals, reads, mayOpen }: { signals: readonly SignalShown[]; reads: Reads; mayOpen: boolean }) {
  return (
    <Table label="Signals">
      <Head columns={[{ says: 'Seen', sorted: 'descending' }, 'What', 'About', 'What to do', 'Incident']} />
      <tbody>
        {signals.map(({ signal, kind, body, at, incident, case: of }) => (
          <Row key={signal}>
            <Name plain><Exact at={at} /></Name>
            <Cell wide>{signalWords[kind].says}</Cell>
            <Cell>{aboutOf(body).map((of) => <span key={of} className="name block">{of}</span>)}</Cell>
            <Cell wide><Fix says={fixOf(kind, reads)} href={placeOfSignal({ kind, body, case: of }, reads)} /></Cell>
            <Cell>{incident !== null ? (reads.incidents ? <Link href={paths.incident(incident)}>Incident</Link> : 'Incident') : mayOpen && <Link href={paths.openIncident('signal', signal)}>Open incident</Link>}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

const Fix = ({ says, href }: { says: string; href: string | null }) => (href === null ? says : <Link href={href}>{says}</Link>)
