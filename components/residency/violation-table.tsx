import { Badge } from '~/components/ui/badge'
import { Ago } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { ViolationShown } from '~/server/residency/list-violations'
import { endingWords, reasonWords, sayPolicy, violationWords } from './residency-words'

export function ViolationState({ violation: { state, ended } }: { violation: ViolationShown }) {
  const { says, tone } = violationWords[state]
  return <Badge tone={tone}>{ended === null ? says : `${says}: ${endingWords[ended.because]}`}</Badge>
}
/** Work that runs where it may not: one line for each piece of work, the newest first. */
export function ViolationTable({ violations, current, hrefOf, now, isTenants }: { violations: readonly ViolationShown[]; current: string | null; hrefOf: (violation: string) => string; now: Date; isTenants: boolean }) {
  return (
    <Table label="Violations">
      <Head columns={[isTenants ? 'Work' : 'Tenant', 'State', 'In', 'Because', 'On', 'Judged by', { says: 'Began', sorted: 'descending' }]} />
      <tbody>
        {violations.map((violation) => (
          <Row key={violation.violation} current={violation.violation === current}>
            <Name href={hrefOf(violation.violation)}>{isTenants ? (violation.name ?? 'Nothing that was granted') : violation.tenant}</Name>
            <Cell><ViolationState violation={violation} /></Cell>
            <Cell><span className="name">{violation.regions.join(', ')}</span></Cell>
            <Cell>{reasonWords[violation.reason]}</Cell>
            <Cell><span className="name">{violation.nodes.length === 1 ? violation.nodes[0] : `${violation.nodes.length} nodes`}</span></Cell>
            <Cell>{sayPolicy(violation.policy)}</Cell>
            <Cell><Ago at={violation.beganAt} now={now} /></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
