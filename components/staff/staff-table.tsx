import { isHeld, RoleState } from '~/components/members/role-state'
import { roleWord } from '~/components/shell/why-not'
import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { sentence } from '~/components/ui/sentence'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { EndStaff } from './end-staff'

type Staff = { binding: string; name: string; email: string; role: string; since: string; until: string | null; grantedBy: string | null; isDisabled: boolean }

/** One line for each role somebody holds or held on the platform. */
export function StaffTable({ staff, now, whyNot }: { staff: readonly Staff[]; now: Date; whyNot: Reason | null }) {
  return (
    <Table label="Staff">
      <Head columns={[{ says: 'Name', sorted: 'ascending' }, 'State', 'Role', 'E-mail', 'Since', 'Given by', { says: 'Actions', hidden: true }]} />
      <tbody>
        {staff.map(({ binding, name, email, role, since, until, grantedBy, isDisabled }) => {
          const word = sentence(roleWord(role))
          return (
            <Row key={binding}>
              <Name plain>{name}</Name>
              <Cell>{isDisabled && isHeld(until, now) ? <Badge tone="danger">Kept out</Badge> : <RoleState until={until} now={now} />}</Cell>
              <Cell>{word}</Cell>
              <Cell>{email}</Cell>
              <Cell><Exact at={since} /></Cell>
              <Cell>{grantedBy}</Cell>
              <Cell figure>{isHeld(until, now) && <EndStaff binding={binding} name={name} role={word} whyNot={whyNot} />}</Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
