import { paths } from '~/components/shell/paths'
import { Ago, Ahead } from '~/components/ui/moment'
import { Select } from '~/components/ui/selection'
import { Cell, type Column, Head, Name, Row, Table } from '~/components/ui/table'
import { requestRefusals } from '~/server/requests/request.refusals'
import { askOf, measureOf, type RequestListed } from './request'
import { RequestState } from './request-state'
import { sayVotes } from './say-rule'
import { sayWhy } from './say-why'

type Props = {
  requests: RequestListed[]; /** In which the list is read; without one it is the platform's. */ tenant?: string; isOpen: boolean
  /** They are the reader's to sign, so some can be marked to be signed together. */
  marks?: boolean; now: Date
}
const wherefrom = (tenant: string | undefined): Column[] => (tenant === undefined ? ['Tenant'] : [])

/** What waits, the soonest deadline first: who asks for how much, why somebody is asked, how long there is, and how many said yes. What was decided, the newest first. */
export function RequestTable({ requests, tenant, isOpen, marks = false, now }: Props) {
  return (
    <Table label="Requests" selects={marks}>
      <Head
        selects={marks}
        columns={isOpen
          ? ['Request', 'Asks for', 'Asked by', ...wherefrom(tenant), 'Why it is asked', 'Asked', { says: 'Answer by', sorted: 'ascending' }, { says: 'Yes', figure: true }]
          : ['Request', 'State', 'Asks for', 'Asked by', ...wherefrom(tenant), { says: 'Asked', sorted: 'descending' }, 'Decided by']}
      />
      <tbody>
        {requests.map((request) => (
          <Row key={request.request}>
            {marks && <Select id={request.request} says={askOf(request)} whyNot={request.alone && requestRefusals[request.alone].says} />}
            <Name plain href={tenant === undefined ? paths.request(request.request) : paths.tenantRequest(tenant, request.request)}>{askOf(request)}</Name>
            {!isOpen && <Cell><RequestState state={request.state} byRule={request.byRule === 'approved'} /></Cell>}
            <Cell>{measureOf(request)}</Cell>
            <Cell>{request.requestedBy.name}</Cell>
            {tenant === undefined && <Cell>{request.tenant === null ? 'The platform' : <span className="name">{request.tenant}</span>}</Cell>}
            {isOpen && <Cell>{sayWhy(request)}</Cell>}
            <Cell><Ago at={request.requestedAt} now={now} /></Cell>
            {isOpen ? <Cell>{request.askedAt === null ? <Ahead at={request.deadline} now={now} /> : 'A question is open'}</Cell> : <Cell>{request.decidedBy?.name}</Cell>}
            {isOpen && <Cell figure>{sayVotes(request.rule, request.yeses)}</Cell>}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
