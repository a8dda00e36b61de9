import { roleWord } from '~/components/shell/why-not'
import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'

type Member = { person: string; name: string; email: string; role: string; namespace: string | null; since: string; until: string | null }
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** One line for each role somebody holds or held: what a role was stays to be seen. */
export function MemberTable({ members }: { members: Member[] }) {
  return (
    <Table label="Members">
      <Head columns={[{ says: 'Name', sorted: 'ascending' }, 'State', 'Role', 'Where', 'E-mail', 'Since']} />
      <tbody>
        {members.map(({ person, name, email, role, namespace, since, until }) => (
          <Row key={`${person} ${role} ${namespace} ${since}`}>
            <Name plain>{name}</Name>
            <Cell>{until === null ? <Badge tone="ok">Held</Badge> : <Badge tone="neutral">Until <Exact at={until} /></Badge>}</Cell>
            <Cell>{sentence(roleWord(role))}</Cell>
            <Cell>{namespace === null ? 'The whole tenant' : <span className="name">{namespace}</span>}</Cell>
            <Cell>{email}</Cell>
            <Cell><Exact at={since} /></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
