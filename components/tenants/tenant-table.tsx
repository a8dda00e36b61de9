import { paths } from '~/components/shell/paths'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { Sorting } from '~/components/ui/view'
import { isolationWord, trustWord } from './isolation-words'
import type { TenantShown } from './tenant-facts'
import { TenantState } from './tenant-state'

/** All tenants, for who works on the platform. What is in them is not theirs to see. */
export function TenantTable({ tenants, sorting }: { tenants: TenantShown[]; sorting?: Sorting }) {
  return (
    <Table label="Tenants">
      <Head {...(sorting ? { sorting } : {})} columns={[{ says: 'Tenant', sort: 'tenant' }, 'State', 'Title', { says: 'Organisation', sort: 'organisation' }, { says: 'Isolation', sort: 'isolation' }, 'Trust', 'Regions', { says: 'Created', sort: 'created' }]} />
      <tbody>
        {tenants.map(({ tenant, title, organisation, isolationLevel, trust, regions, frozenAt, erasedAt, createdAt }) => (
          <Row key={tenant}>
            <Name href={paths.platformTenant(tenant)}>{tenant}</Name><Cell><TenantState of={{ frozenAt, erasedAt }} /></Cell><Cell named>{title}</Cell><Cell><span className="name">{organisation}</span></Cell>
            <Cell>{isolationWord(isolationLevel)}</Cell><Cell>{trustWord(trust)}</Cell><Cell><span className="name">{regions.join(', ')}</span></Cell><Cell><Exact at={createdAt} /></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
