import { sayRange } from '~/components/allocations/cost-shown'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { Total } from './prepare-together'

const grouped = (figure: string) => figure.replace(/\B(?=(\d{3})+$)/g, ',')

/** What a yes to all of them comes to, by where it goes. */
export function TogetherTotals({ totals }: { totals: readonly Total[] }) {
  const currency = totals.find((total) => total.currency !== null)?.currency ?? null
  return (
    <Table label="What it comes to">
      <Head columns={['Tenant and namespace', { says: 'Requests', figure: true }, { says: 'GPUs', figure: true }, { says: 'GPU hours', figure: true }, { says: currency === null ? 'A day costs' : `${currency} a day`, figure: true }]} />
      <tbody>
        {totals.map(({ place, requests, gpus, gpuHours, perDay, unpriced }) => (
          <Row key={place ?? 'all'}>
            <Name plain>{place ?? 'All of it'}</Name>
            <Cell figure>{requests}</Cell>
            <Cell figure>{grouped(gpus)}</Cell>
            <Cell figure>{grouped(gpuHours)}</Cell>
            <Cell figure>{perDay === null ? <Unknown why="No prices are set." /> : <>{sayRange(perDay)}{unpriced > 0 && `, not all of ${unpriced} priced`}</>}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
