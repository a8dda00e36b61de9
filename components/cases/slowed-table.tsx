import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { SlowedShown } from './case-words'

const percent = (use: number) => `${Math.round(use / 10)} %`
/** Whose work did less since the tenant used more than it is charged, and what helps. */
export function SlowedTable({ tenant, slowed }: { tenant: string; slowed: readonly SlowedShown[] }) {
  return (
    <div className="grid gap-3">
      <Table label="Whose work did less">
        <Head columns={['Tenant', 'Work', 'On', { says: 'Used before', figure: true }, { says: 'Used since', figure: true }]} />
        <tbody>
          {slowed.map(({ tenant: of, allocation, name, node, was, is }) => (
            <Row key={`${allocation} ${node}`}>
              <Name href={paths.platformTenant(of)}>{of}</Name>
              <Cell><span className="name">{name}</span></Cell>
              <Cell><span className="name">{node}</span></Cell>
              <Cell figure>{percent(was)}</Cell>
              <Cell figure>{percent(is)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <p>Limits as high as what is asked for keep <Link href={paths.platformTenant(tenant)}><span className="name">{tenant}</span></Link> within what it is charged. From isolation level 2 on a tenant has nodes of its own, and no neighbours.</p>
    </div>
  )
}
