import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Ahead, Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { Cell, type Column, Head, Name, Row, Table } from '~/components/ui/table'
import type { PairListed } from '~/server/pairs/list-pairs'
import { EndPair } from './end-pair'
import { PairState } from './pair-state'
import { sayArrow, sayPorts } from './pair-words'

export type PairTab = 'in_force' | 'offered' | 'asked' | 'over'
const columns: Record<PairTab, readonly Column[]> = {
  in_force: ['Pair', 'Ends', 'Ports', 'Purpose', 'Offered by', { says: 'Actions', hidden: true }],
  offered: ['Pair', 'Lapses', 'Ports', 'Until', 'Purpose', { says: 'Actions', hidden: true }],
  asked: ['Pair', 'Lapses', 'Ports', 'Until', 'Purpose', 'Offered by', { says: 'Actions', hidden: true }],
  over: ['Pair', 'What became of it', 'Ports', 'Purpose', { says: 'Offered', sorted: 'descending' }],
}
type Props = { tenant: string; pairs: readonly PairListed[]; tab: PairTab; now: Date; /** Why the reader cannot end one. */ whyNot: Reason | null; /** Whoever looks at requests is told where none is asked. */ seesRequests?: boolean }

/** Which connections are open or would be, the newest offer first. The arrow goes from whoever opens the connection. */
export function PairTable({ tenant, pairs, tab, now, whyNot, seesRequests = false }: Props) {
  return (
    <Table label="Pairs">
      <Head columns={[...columns[tab]]} />
      <tbody>
        {pairs.map((pair) => {
          const says = sayArrow(pair)
          return (
            <Row key={pair.pair}>
              <Name href={paths.namespace(tenant, pair.namespace)}>{says}</Name>
              {tab === 'in_force' && <Cell><Ahead at={pair.until} now={now} /></Cell>}
              {(tab === 'offered' || tab === 'asked') && <Cell><Ahead at={pair.lapsesAt} now={now} /></Cell>}
              {tab === 'over' && <Cell wide><PairState pair={pair} /></Cell>}
              <Cell>{sayPorts(pair.ports)}</Cell>
              {(tab === 'offered' || tab === 'asked') && <Cell><Exact at={pair.until} /></Cell>}
              <Cell wide>{pair.purpose}</Cell>
              {(tab === 'in_force' || tab === 'asked') && <Cell>{pair.offeredBy.name}, <span className="name">{pair.isOurs ? tenant : pair.other.tenant}</span></Cell>}
              {tab === 'over' && <Cell><Exact at={pair.offeredAt} /></Cell>}
              {(tab === 'in_force' || tab === 'offered') && <Cell figure><EndPair tenant={tenant} pair={pair.pair} says={says} isOffer={tab === 'offered'} whyNot={whyNot} /></Cell>}
              {tab === 'asked' && <Cell figure>{pair.request === null ? seesRequests && <span className="text-quiet">There is no such namespace</span> : <Link href={paths.tenantRequest(tenant, pair.request)} aria-label={`Answer ${says}`}>Answer</Link>}</Cell>}
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
