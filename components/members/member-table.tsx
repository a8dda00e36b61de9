import { roleWord } from '~/components/shell/why-not'
import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { sentence } from '~/components/ui/sentence'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { EndRole } from './end-role'

type Member = { binding: string; name: string; email: string; role: string; namespace: string | null; since: string; until: string | null; grantedBy: string | null }

/** One line for each role somebody holds or held: what a role was stays to be seen. */
export function MemberTable({ tenant, members, whyNot }: { tenant: string; members: Member[]; whyNot: string | null }) {
  return (
    <Table label="Members">
      <Head columns={[{ says: 'Name', sorted: 'ascending' }, 'State', 'Role', 'Where', 'E-mail', 'Since', 'Given by', { says: 'Actions', hidden: true }]} />
      <tbody>
        {members.map(({ binding, name, email, role, namespace, since, until, grantedBy }) => {
          const word = sentence(roleWord(role))
          return (
            <Row key={binding}>
              <Name plain>{name}</Name>
              <Cell>{until === null ? <Badge tone="ok">Held</Badge> : <Badge tone="neutral">Until <Exact at={until} /></Badge>}</Cell>
              <Cell>{word}</Cell>
              <Cell>{namespace === null ? 'The whole tenant' : <span className="name">{namespace}</span>}</Cell>
              <Cell>{email}</Cell>
              <Cell><Exact at={since} /></Cell>
              <Cell>{grantedBy}</Cell>
              <Cell figure>{until === null && <EndRole tenant={tenant} binding={binding} name={name} role={word} where={namespace ?? tenant} whyNot={whyNot} />}</Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
