import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { MonthShown } from '~/server/retention/list-months'
import { monthName, sayBytes, sealWords, stateWords } from './month-words'

const counted = new Intl.NumberFormat('en')
/** Each month of the record: until when it is kept, what it waits for, and where it went. */
export function MonthTable({ months }: { months: readonly MonthShown[] }) {
  return (
    <Table label="Months of the record">
      <Head columns={[{ says: 'Month', sorted: 'descending' }, 'State', { says: 'Records', figure: true }, { says: 'Size', figure: true }, 'Sealed', { says: 'Holds', figure: true }, 'Kept until', 'Taken away', 'File']} />
      <tbody>
        {months.map((month) => {
          const { tone, says } = stateWords(month)
          return (
            <Row key={month.month}>
              <Name plain>{monthName(month.month)}</Name>
              <Cell><Badge tone={tone}>{says}</Badge></Cell>
              <Cell figure>{counted.format(BigInt(month.records))}</Cell>
              <Cell figure>{month.takenAt === null ? sayBytes(month.bytes) : ''}</Cell>
              <Cell>{sealWords(month)}</Cell>
              <Cell figure>{month.takenAt === null ? month.holds : ''}</Cell>
              <Cell><Exact at={month.keptUntil} /></Cell>
              <Cell>{month.takenAt !== null && <Exact at={month.takenAt} />}</Cell>
              <Cell wide>{month.file !== null && <span className="name break-all">{month.file}<br />SHA-256 {month.digest}</span>}</Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
