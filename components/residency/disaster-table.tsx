import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { DisasterShown } from '~/server/residency/list-disasters'
import { standingWords } from './disaster-words'

/** Those that are over: when each stood, and which two people said so. */
export function DisasterTable({ disasters }: { disasters: readonly DisasterShown[] }) {
  return (
    <Table label="Disasters that are over">
      <Head columns={['Region', 'State', { says: 'Asked', sorted: 'descending' }, 'By', 'Signed by', 'Ended', { says: 'Reason' }]} />
      <tbody>
        {disasters.map(({ disaster, region, standing, askedAt, askedBy, signedAt, signedBy, endedAt, reason }) => (
          <Row key={disaster}>
            <Name plain><span className="name">{region}</span></Name>
            <Cell><Badge tone={standingWords[standing].tone}>{standingWords[standing].says}</Badge></Cell>
            <Cell><Exact at={askedAt} /></Cell>
            <Cell>{askedBy}</Cell>
            <Cell>{signedAt === null ? 'Nobody: it never stood' : signedBy}</Cell>
            <Cell>{endedAt !== null && <Exact at={endedAt} />}</Cell>
            <Cell wide>{reason}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
