import { roleWord } from '~/components/shell/why-not'
import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { sentence } from '~/components/ui/sentence'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { PersonMenu, type PersonReasons } from './person-menu'

type Person = { person: string; name: string; email: string; disabledAt: string | null; roles: readonly string[] }

/** Everybody who is known here. What they hold in a tenant is the tenant's to know. */
export function PersonTable({ people, whyNot }: { people: readonly Person[]; whyNot: PersonReasons }) {
  return (
    <Table label="People">
      <Head columns={[{ says: 'Name', sorted: 'ascending' }, 'State', 'E-mail', 'On the platform', { says: 'Actions', hidden: true }]} />
      <tbody>
        {people.map(({ person, name, email, disabledAt, roles }) => (
          <Row key={person}>
            <Name plain>{name}</Name>
            <Cell>{disabledAt === null ? <Badge tone="ok">May come in</Badge> : <Badge tone="danger">Kept out since <Exact at={disabledAt} /></Badge>}</Cell>
            <Cell>{email}</Cell>
            <Cell>{sentence(roles.map(roleWord).join(', '))}</Cell>
            <Cell figure><PersonMenu person={person} name={name} isDisabled={disabledAt !== null} whyNot={whyNot} /></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
