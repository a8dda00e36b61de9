import { auditView, recordName } from '~/components/audit/audit-view'
import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { StaffDeed } from '~/server/staff/list-in-tenant'
import { staffOutcomes, staffWords } from './staff-words'

/** What people of the platform did in a tenant: each leads to the record of it. Which of the things it was because of stands under these, so that when it was is not cut off. */
export function StaffDeedTable({ tenant, deeds }: { tenant: string; deeds: readonly StaffDeed[] }) {
  return (
    <Table label="What the platform’s staff did">
      <Head columns={['What', 'Because of', 'Who', 'Outcome', { says: 'When', sorted: 'descending' }, 'Reference']} />
      <tbody>
        {deeds.map((deed) => {
          const outcome = staffOutcomes[deed.outcome] ?? { says: deed.outcome, tone: 'unknown' as const }
          return (
            <Row key={deed.id}>
              <Name plain href={auditView.href(paths.audit(tenant), auditView.read({}), { record: recordName({ tenant, ...deed.record }) })}>{staffWords[deed.did].says}</Name>
              <Cell><span className="grid w-max max-w-56 gap-0.5 py-0.5 whitespace-normal wrap-anywhere">{staffWords[deed.did].because}{deed.on !== null && <span className="name text-quiet">{deed.on}</span>}</span></Cell>
              <Cell>{deed.who === null ? <Unknown why="The record does not say." /> : <span className="name">{deed.who.slice(-8)}</span>}</Cell>
              <Cell><Badge tone={outcome.tone}>{outcome.says}</Badge></Cell>
              <Cell><Exact at={deed.at} /></Cell>
              <Cell><span className="name">{deed.reference.slice(0, 8)}</span></Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
