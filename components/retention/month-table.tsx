import { Badge } from '~/components/ui/badge'
import { Explained } from '~/components/ui/tip'
import { Mono } from '~/components/ui/mono'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { exact } from '~/components/ui/time'
import type { MonthShown } from '~/server/retention/list-months'
import { figure } from '~/server/shared/figure'
import { monthName, sayBytes, sealWords, stateWords } from './month-words'

/** A month goes on a day; the hour is there for whoever asks. */
const Day = ({ at }: { at: string }) => <Explained says={exact(at)}><time dateTime={at} className="whitespace-nowrap">{at.slice(0, 10)}</time></Explained>

/** Each month of the record: until when it is kept, what it waits for, and where it went. */
export function MonthTable({ months }: { months: readonly MonthShown[] }) {
  return (
    <Table label="Months of the record">
      <Head columns={[{ says: 'Month', sorted: 'descending' }, 'State', { says: 'Records', figure: true }, { says: 'Size', figure: true }, 'Sealed', { says: 'Holds', figure: true }, 'Kept until', 'Taken away']} />
      <tbody>
        {months.map((month) => {
          const { tone, says } = stateWords(month)
          return (
            <Row key={month.month}>
              <Name plain>{monthName(month.month)}</Name>
              <Cell><Badge tone={tone}>{says}</Badge></Cell>
              <Cell figure>{figure(BigInt(month.records))}</Cell>
              <Cell figure>{month.takenAt === null ? sayBytes(month.bytes) : ''}</Cell>
              <Cell>{sealWords(month)}</Cell>
              <Cell figure>{month.takenAt === null ? month.holds : ''}</Cell>
              <Cell><Day at={month.keptUntil} /></Cell>
              <Cell>{month.takenAt !== null && <><Day at={month.takenAt} /><br />File <Mono of="the file’s name">{month.file ?? ''}</Mono><br />SHA-256 <Mono of="the file’s digest">{month.digest ?? ''}</Mono></>}</Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
