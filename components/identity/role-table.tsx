import { paths } from '~/components/shell/paths'
import { roleWord } from '~/components/shell/why-not'
import { Exact } from '~/components/ui/moment'
import { sentence } from '~/components/ui/sentence'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { RoleShown } from '~/server/identity/list-roles'

/** What somebody may do, where, since when and by whose word, and until when. */
export function RoleTable({ roles }: { roles: readonly RoleShown[] }) {
  return (
    <Table label="Your roles">
      <Head columns={['Where', 'Role', 'Given by', { says: 'Since', sorted: 'ascending' }, 'Until']} />
      <tbody>
        {roles.map(({ binding, role, title, tenant, namespace, grantedBy, since, until }) => (
          <Row key={binding}>
            {tenant === null ? <Name plain>Platform</Name> : <Name href={paths.tenant(tenant)}>{namespace === null ? tenant : `${tenant}/${namespace}`}</Name>}
            <Cell>{title ?? sentence(roleWord(role))}</Cell>
            <Cell>{grantedBy ?? ''}</Cell>
            <Cell><Exact at={since} /></Cell>
            <Cell>{until === null ? 'Somebody ends it' : <Exact at={until} />}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
