import { Badge } from '~/components/ui/badge'
import { Ago, Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { ShutOutShown } from '~/server/security/list-shut-outs'
import { LetIn } from './let-in'
import { becauseOf, stateWords, whoOf } from './shut-out-words'

/** Who failed too often or flooded, until when they are shut out, and who let them in again. */
export function ShutOutTable({ shutOuts, whyNot, now }: { shutOuts: readonly ShutOutShown[]; whyNot: Reason | null; now: Date }) {
  return (
    <Table label="Shut out">
      <Head columns={['Who', 'State', 'From', 'Because of', { says: 'Since', sorted: 'descending' }, 'Until', 'Let in']} />
      <tbody>
        {shutOuts.map((one) => (
          <Row key={one.shutOut}>
            <Name plain>{whoOf(one)}</Name>
            <Cell><Badge tone={stateWords[one.state].tone}>{stateWords[one.state].says}</Badge></Cell>
            <Cell>{one.source === null ? 'Anywhere' : <span className="name">{one.source}</span>}</Cell>
            <Cell wide>{becauseOf(one)}</Cell>
            <Cell><Ago at={one.since} now={now} /></Cell>
            <Cell><Exact at={one.until} /></Cell>
            <Cell wide={one.letInAt !== null}>
              {one.state === 'out' && <LetIn shutOut={one.shutOut} who={whoOf(one)} whyNot={whyNot} />}
              {one.letInAt !== null && <><Ago at={one.letInAt} now={now} /> by {one.letInBy}: {one.letInFor}</>}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
