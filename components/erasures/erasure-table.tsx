import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { ErasureShown } from '~/server/erasures/list-erasures'
import { CertificateLink } from './certificate-link'
import { nameOf, standingWords } from './erasure-words'

/** What was asked for, and what became of it. */
export function ErasureTable({ erasures }: { erasures: readonly ErasureShown[] }) {
  return (
    <Table label="Erasures">
      <Head columns={['Tenant', 'State', { says: 'Asked', sorted: 'descending' }, 'By', 'Signed by', 'Erased', 'Certificate']} />
      <tbody>
        {erasures.map(({ erasure, tenant, standing, names, askedAt, askedBy, signedBy, erasedAt, certificate }) => (
          <Row key={erasure}>
            <Name plain><span className="name">{tenant}</span></Name>
            <Cell><Badge tone={standingWords[standing].tone}>{standingWords[standing].says}</Badge></Cell>
            <Cell><Exact at={askedAt} /></Cell>
            <Cell>{nameOf(names, askedBy)}</Cell>
            <Cell>{nameOf(names, signedBy)}</Cell>
            <Cell>{erasedAt !== null && <Exact at={erasedAt} />}</Cell>
            <Cell>{certificate !== null ? <CertificateLink tenant={tenant} note={certificate} /> : standing === 'erased' ? 'Comes when the log has it' : ''}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
