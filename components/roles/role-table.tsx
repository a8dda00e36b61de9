import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { RoleMenu } from './role-menu'

type Role = { role: string; title: string; actions: readonly string[]; since: string; people: number }

/** The tenant's own roles, each with what it may do. */
export function RoleTable({ tenant, roles, change, changing, whyNot }: { tenant: string; roles: readonly Role[]; change: (role: string) => string; changing: string | null; whyNot: { change: Reason | null; end: Reason | null } }) {
  return (
    <Table label="Roles">
      <Head columns={[{ says: 'Title', sorted: 'ascending' }, 'May', { says: 'People', figure: true }, 'Since', { says: 'Actions', hidden: true }]} />
      <tbody>
        {roles.map(({ role, title, actions, since, people }) => (
          <Row key={role} current={role === changing}>
            <Name plain>{title}</Name>
            <Cell wide><span className="flex flex-wrap gap-x-3">{actions.map((action) => <Link key={action} href={paths.permission(action)} className="name text-plain hover:text-accent">{action}</Link>)}</span></Cell>
            <Cell figure>{people}</Cell>
            <Cell><Exact at={since} /></Cell>
            <Cell figure><RoleMenu tenant={tenant} role={role} title={title} people={people} change={change(role)} whyNot={whyNot} /></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
