import { paths } from '~/components/shell/paths'
import { Ago } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { askOf, type RequestShown } from './request'
import { RequestState } from './request-state'

/** `tenant` is the one in which the list is read; without one it is the platform's. */
export function RequestTable({ requests, tenant, now }: { requests: RequestShown[]; tenant?: string; now: Date }) {
  return (
    <Table label="Requests">
      <Head columns={['Request', 'State', 'Asked by', ...(tenant === undefined ? ['Through'] : []), { says: 'Asked', sorted: 'descending' as const }, 'Decided by']} />
      <tbody>
        {requests.map((request) => (
          <Row key={request.request}>
            <Name plain href={tenant === undefined ? paths.request(request.request) : paths.tenantRequest(tenant, request.request)}>{askOf(request)}</Name>
            <Cell><RequestState state={request.state} /></Cell>
            <Cell>{request.requestedBy.name}</Cell>
            {tenant === undefined && <Cell>{request.tenant === null ? 'The platform' : <span className="name">{request.tenant}</span>}</Cell>}
            <Cell><Ago at={request.requestedAt} now={now} /></Cell>
            <Cell>{request.decidedBy?.name}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
