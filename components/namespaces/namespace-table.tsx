import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { Sorting } from '~/components/ui/view'

export function NamespaceTable({ tenant, namespaces, sorting }: { tenant: string; namespaces: { name: string; title: string; createdAt: string }[]; sorting?: Sorting }) {
  return (
    <Table label="Namespaces">
      <Head {...(sorting ? { sorting } : {})} columns={[{ says: 'Name', sort: 'name' }, 'Title', { says: 'Created', sort: 'created' }, 'Quotas']} />
      <tbody>
        {namespaces.map(({ name, title, createdAt }) => (
          <Row key={name}>
            <Name href={paths.namespace(tenant, name)}>{name}</Name><Cell>{title}</Cell><Cell><Exact at={createdAt} /></Cell>
            <Cell><Link href={paths.quotasOf(tenant, name)}>Quotas<span className="sr-only"> of {name}</span></Link></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
