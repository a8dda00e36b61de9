import { Ago } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { SeenShown } from '~/server/cases/list-cases'
import { saySeen } from './case-words'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
/** What a case is made of, the newest first. */
export function SeenTable({ seen, now }: { seen: readonly SeenShown[]; now: Date }) {
  if (seen.length === 0) return <p>Nothing of what was seen is kept any more.</p>
  return (
    <Table label="Evidence">
      <Head columns={['What was seen', 'Of', 'Namespace', { says: 'Told', sorted: 'descending' }]} />
      <tbody>
        {seen.map((one) => (
          <Row key={one.signal}>
            <Name plain>{saySeen(one, now)}</Name>
            <Cell><span className="name">{textOf(one.body.name)}</span></Cell>
            <Cell><span className="name">{textOf(one.body.namespace)}</span></Cell>
            <Cell><Ago at={one.at} now={now} /></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
