import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { EntryShown } from '~/server/incidents/list-incidents'
import { sayEntry, sayRecord } from './incident-words'

/** What was done, in order, and where it stands in the record. */
export function EntryTable({ entries }: { entries: readonly EntryShown[] }) {
  return (
    <Table label="What was done">
      <Head columns={[{ says: 'When', sorted: 'ascending' }, 'What', 'In words', 'Who', { says: 'Record', figure: true }]} />
      <tbody>
        {entries.map((one) => (
          <Row key={one.entry}>
            <Name plain><Exact at={one.at} /></Name>
            <Cell wide>{sayEntry(one)}</Cell>
            <Cell wide>{one.says ?? ''}</Cell>
            <Cell>{one.by}</Cell>
            <Cell figure><span className="name whitespace-nowrap">{sayRecord(one)}</span></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
