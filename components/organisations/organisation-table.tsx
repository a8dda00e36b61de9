import { paths } from '~/components/shell/paths'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'

export function OrganisationTable({ organisations }: { organisations: { organisation: string; title: string; tenants: number; createdAt: string }[] }) {
  return (
    <Table label="Organisations">
      <Head columns={[{ says: 'Organisation', sorted: 'ascending' }, 'Title', { says: 'Tenants', figure: true }, 'Created']} />
      <tbody>
        {organisations.map(({ organisation, title, tenants, createdAt }) => (
          <Row key={organisation}><Name href={paths.organisation(organisation)}>{organisation}</Name><Cell named>{title}</Cell><Cell figure>{tenants}</Cell><Cell><Exact at={createdAt} /></Cell></Row>
        ))}
      </tbody>
    </Table>
  )
}
