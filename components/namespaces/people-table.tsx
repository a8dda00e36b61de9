import { Exact } from '~/components/ui/moment'
import { roleWord } from '~/components/shell/why-not'
import { sentence } from '~/components/ui/sentence'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { NamespacePerson } from '~/server/namespaces/list-people'

export const PeopleTable = ({ people }: { people: readonly NamespacePerson[] }) => (
  <Table label="People">
    <Head columns={['Name', 'Role', 'Until']} />
    <tbody>
      {people.map(({ person, name, role, title, until }) => (
        <Row key={`${person} ${role} ${title}`}><Name plain>{name}</Name><Cell>{title ?? sentence(roleWord(role))}</Cell><Cell>{until !== null && <Exact at={until} />}</Cell></Row>
      ))}
    </tbody>
  </Table>
)
