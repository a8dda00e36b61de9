import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { Sorting } from '~/components/ui/view'
import type { NamespaceShown } from '~/server/namespaces/namespace'
import { NamespaceState } from './namespace-state'
import { environmentWords } from './namespace-words'

export function NamespaceTable({ tenant, namespaces, sorting }: { tenant: string; namespaces: readonly NamespaceShown[]; sorting?: Sorting }) {
  return (
    <Table label="Namespaces">
      <Head {...(sorting ? { sorting } : {})} columns={[{ says: 'Name', sort: 'name' }, 'Title', 'State', 'Environment', 'Cost centre', { says: 'Created', sort: 'created' }, 'Quotas']} />
      <tbody>
        {namespaces.map(({ name, title, state, environment, costCentre, createdAt }) => (
          <Row key={name}>
            <Name href={paths.namespace(tenant, name)}>{name}</Name><Cell named>{title}</Cell><Cell><NamespaceState state={state} /></Cell><Cell>{environmentWords[environment]}</Cell>
            <Cell>{costCentre !== null && <span className="name">{costCentre}</span>}</Cell><Cell><Exact at={createdAt} /></Cell>
            <Cell>{state !== 'deleted' && <Link href={paths.quotasOf(tenant, name)}>Quotas<span className="sr-only"> of {name}</span></Link>}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
