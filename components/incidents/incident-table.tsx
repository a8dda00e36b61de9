import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { IncidentShown } from '~/server/incidents/list-incidents'
import { IncidentClock } from './incident-clock'
import { severityWords, stateWords } from './incident-words'

export function IncidentTable({ incidents, now }: { incidents: readonly IncidentShown[]; now: Date }) {
  return (
    <Table label="Incidents">
      <Head columns={['Incident', 'State', 'Severity', 'Authority', { says: 'Opened', sorted: 'descending' }, 'By']} />
      <tbody>
        {incidents.map((one) => (
          <Row key={one.incident}>
            <Name plain href={paths.incident(one.incident)}>{one.title}</Name>
            <Cell><Badge tone={stateWords[one.state].tone}>{stateWords[one.state].says}</Badge></Cell>
            <Cell><Badge tone={severityWords[one.severity].tone}>{severityWords[one.severity].says}</Badge></Cell>
            <Cell><IncidentClock incident={one} now={now} /></Cell>
            <Cell><Exact at={one.openedAt} /></Cell>
            <Cell>{one.openedBy}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
