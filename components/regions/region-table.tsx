import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { countryOf, jurisdictionWord, type Region } from './region-names'

export function RegionTable({ regions }: { regions: (Region & { createdAt: string })[] }) {
  return (
    <Table label="Regions">
      <Head columns={[{ says: 'Region', sorted: 'ascending' }, 'Title', 'Country', 'Jurisdiction', 'Added']} />
      <tbody>
        {regions.map(({ region, title, country, jurisdiction, createdAt }) => (
          <Row key={region}><Name>{region}</Name><Cell named>{title}</Cell><Cell>{countryOf(country)}</Cell><Cell>{jurisdictionWord(jurisdiction)}</Cell><Cell><Exact at={createdAt} /></Cell></Row>
        ))}
      </tbody>
    </Table>
  )
}
