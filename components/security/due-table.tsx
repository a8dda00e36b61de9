import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { Due, DueKind } from '~/server/security/list-due'

const words = {
  erasure: { says: 'Personal data is erased', href: paths.platformErasures(), where: 'Erasures' },
  month: { says: 'A month of the record may be taken away', href: paths.retention(), where: 'Retention' },
  review: { says: 'A review of who holds what closes', href: paths.platformReviews(), where: 'Reviews' },
  master_key: { says: 'The master key is to be renewed', href: `${paths.platformErasures()}?tab=keys`, where: 'Keys' },
  data_key: { says: 'The engine renews the oldest of the data keys', href: `${paths.platformErasures()}?tab=keys`, where: 'Keys' },
  wrapping: { says: 'Keys are to be wrapped by the new master key', href: `${paths.platformErasures()}?tab=keys`, where: 'Keys' },
} as const satisfies Record<DueKind, { says: string; href: string; where: string }>

/** What falls due, the earliest first. */
export function DueTable({ due }: { due: readonly Due[] }) {
  return (
    <Table label="What falls due">
      <Head columns={['What', 'Of', 'State', { says: 'Due', sorted: 'ascending' }, 'More']} />
      <tbody>
        {due.map(({ kind, of, at, isLate }) => (
          <Row key={`${kind} ${of} ${at}`}>
            <Name plain>{words[kind].says}</Name>
            <Cell>{of === null ? 'The platform' : <span className="name">{of}</span>}</Cell>
            <Cell><Badge tone={isLate ? 'notice' : 'neutral'}>{isLate ? 'Due now' : 'Ahead'}</Badge></Cell>
            <Cell><Exact at={at} /></Cell>
            <Cell><Link href={words[kind].href}>{words[kind].where}</Link></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
