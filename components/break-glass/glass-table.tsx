import { paths } from '~/components/shell/paths'
import { Badge, type Tone } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { BreakGlassShown } from '~/server/break-glass/list-break-glass'

const standings: Readonly<Record<BreakGlassShown['standing'], { tone: Tone; says: string }>> = { waits: { tone: 'notice', says: 'Waits' }, open: { tone: 'danger', says: 'Open' }, over: { tone: 'neutral', says: 'Over' } }

/** Who acted alone, what for, where, and whether somebody has looked at it. */
export function GlassTable({ glasses }: { glasses: readonly BreakGlassShown[] }) {
  return (
    <Table label="Who acted alone">
      <Head columns={['Who', 'State', 'Reason', 'Tenants', { says: 'Minutes', figure: true }, { says: 'Asked', sorted: 'descending' }, 'Review']} />
      <tbody>
        {glasses.map(({ breakGlass, names, person, standing, reason, tenants, minutes, askedAt, opensAt, endedAt, endedBy, request, review, reviewedBy }) => {
          const wasOpen = endedAt === null || endedAt > opensAt
          return (
            <Row key={breakGlass}>
              <Name plain>{names[person] ?? 'Somebody who is no longer here'}</Name>
              <Cell><Badge tone={standings[standing].tone}>{standing === 'over' && !wasOpen ? `Stopped by ${names[endedBy ?? ''] ?? 'somebody'}, never open` : standings[standing].says}</Badge></Cell>
              <Cell wide>{reason}</Cell>
              <Cell>{tenants.length > 0 && <span className="name">{tenants.join(', ')}</span>}</Cell>
              <Cell figure>{minutes}</Cell>
              <Cell><Exact at={askedAt} /></Cell>
              <Cell><Link href={paths.request(request)}>{review === 'approved' ? `Found right by ${names[reviewedBy ?? ''] ?? 'somebody'}` : review === 'refused' ? 'Found wrong' : 'Waits for a review'}</Link></Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
