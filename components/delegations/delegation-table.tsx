import { isHeld, RoleState } from '~/components/members/role-state'
import { Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { DelegationShown } from '~/server/delegations/list-delegations'
import { EndDelegation } from './end-delegation'

/** Who decides for whom, and who did. Without a tenant it is the platform's. */
export function DelegationTable({ tenant, delegations, now, whyNot }: { tenant: string | null; delegations: readonly DelegationShown[]; now: Date; whyNot: Reason | null }) {
  return (
    <Table label="Delegations">
      <Head columns={['Who is away', 'State', 'Who decides', 'Reason', { says: 'Since', sorted: 'descending' }, { says: 'Actions', hidden: true }]} />
      <tbody>
        {delegations.map(({ delegation, giver, delegate, reason, beganAt, until, endedAt }) => (
          <Row key={delegation}>
            <Name plain>{giver.name}</Name>
            <Cell><RoleState until={endedAt ?? until} now={now} /></Cell>
            <Cell>{delegate.name}</Cell>
            <Cell>{reason}</Cell>
            <Cell><Exact at={beganAt} /></Cell>
            <Cell figure>{isHeld(endedAt ?? until, now) && <EndDelegation tenant={tenant} delegation={delegation} giver={giver.name} delegate={delegate.name} whyNot={whyNot} />}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
