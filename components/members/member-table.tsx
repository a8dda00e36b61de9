import { roleWord } from '~/components/shell/why-not'
import { Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { sentence } from '~/components/ui/sentence'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { memberRefusals } from '~/server/members/member.refusals'
import { EndRole } from './end-role'
import { isHeld, RoleState } from './role-state'

type Member = { binding: string; name: string; email: string; role: string; namespace: string | null; since: string; until: string | null; grantedBy: string | null; group: string | null; title: string | null }
const byGroup = `${memberRefusals.held_by_group.says} ${memberRefusals.held_by_group.fix}`

/** One line for each role somebody holds or held: what a role was stays to be seen. */
export function MemberTable({ tenant, members, now, whyNot, isPast = false }: { tenant: string; members: Member[]; now: Date; whyNot: Reason | null; /** As of a moment that has passed, in which nothing is done. */ isPast?: boolean }) {
  return (
    <Table label="Members">
      <Head columns={[{ says: 'Name', sorted: 'ascending' }, 'State', 'Role', 'Where', 'E-mail', 'Since', 'Given by', ...(isPast ? [] : [{ says: 'Actions', hidden: true } as const])]} />
      <tbody>
        {members.map(({ binding, name, email, role, namespace, since, until, grantedBy, group, title }) => {
          const word = title ?? sentence(roleWord(role))
          return (
            <Row key={binding}>
              <Name plain>{name}</Name>
              <Cell><RoleState until={until} now={now} /></Cell>
              <Cell>{word}</Cell>
              <Cell>{namespace === null ? 'The whole tenant' : <span className="name">{namespace}</span>}</Cell>
              <Cell>{email}</Cell>
              <Cell><Exact at={since} /></Cell>
              <Cell>{grantedBy}{group !== null && <span className="text-quiet">, by group {group}</span>}</Cell>
              {!isPast && <Cell figure>{isHeld(until, now) && <EndRole tenant={tenant} binding={binding} name={name} role={word} where={namespace ?? tenant} whyNot={whyNot ?? (group === null ? null : byGroup)} />}</Cell>}
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
