import { paths } from '~/components/shell/paths'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { Link } from '~/server/cases/decide-linked'
import { linkWords } from './case-words'

/** What tenants that look like one have in common, pair by pair. */
export function LinkTable({ links }: { links: readonly Link[] }) {
  return (
    <Table label="What links them">
      <Head columns={['Tenant', 'And', 'What they have in common']} />
      <tbody>
        {links.map(({ one, other, by }) => (
          <Row key={`${one} ${other}`}>
            <Name href={paths.platformTenant(one)}>{one}</Name>
            <Cell><span className="name">{other}</span></Cell>
            <Cell wide><ul className="grid gap-1">{by.map(({ kind, times }) => <li key={kind}>{linkWords[kind]}{times > 1 && `, ${times} times`}</li>)}</ul></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
