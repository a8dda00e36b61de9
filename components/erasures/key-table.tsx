import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { KeyShown } from '~/server/erasures/list-erasures'

/** Since when each place has its key, when it is renewed, and by which master key it is wrapped. No key is here. */
export function KeyTable({ keys }: { keys: readonly KeyShown[] }) {
  return (
    <Table label="Keys">
      <Head columns={[{ says: 'Place', sorted: 'ascending' }, 'State', 'Made', 'Renewed', 'Renewed next', 'Destroyed']} />
      <tbody>
        {keys.map(({ place, madeAt, wrappedAt, renewsAt, byNow, destroyedAt }) => (
          <Row key={place}>
            <Name plain><span className="name">{place}</span></Name>
            <Cell>{destroyedAt !== null ? <Badge tone="danger">Destroyed</Badge> : byNow ? <Badge tone="ok">Wrapped by the master key of now</Badge> : <Badge tone="notice">Waits to be wrapped anew</Badge>}</Cell>
            <Cell><Exact at={madeAt} /></Cell>
            <Cell>{wrappedAt !== null && <Exact at={wrappedAt} />}</Cell>
            <Cell>{renewsAt !== null && <Exact at={renewsAt} />}</Cell>
            <Cell>{destroyedAt !== null && <Exact at={destroyedAt} />}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
