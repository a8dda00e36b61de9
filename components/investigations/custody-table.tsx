import { Who } from '~/components/audit/who'
import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { EntryShown, TakenOut } from '~/server/investigations/list-investigations'
import { sayEntry } from './investigation-words'

type Names = Readonly<Record<string, string>>
const inRecord = (stream: string, sequence: string) => <Link href={paths.platformRecord(`platform.${stream}.${sequence}`)} className="name whitespace-nowrap text-accent underline underline-offset-2 hover:text-accent-hover">{`platform.${stream}.${sequence}`}</Link>

/** All that was done to it, in order, and where each stands in the record. */
export function CustodyTable({ custody, names }: { custody: readonly EntryShown[]; names: Names }) {
  return (
    <Table label="What was done">
      <Head columns={[{ says: 'Number', sorted: 'ascending' }, 'What', 'In words', 'Who', 'When', 'Record']} />
      <tbody>
        {custody.map((one) => (
          <Row key={one.number}>
            <Name plain>{one.number}</Name>
            <Cell>{sayEntry(one)}{one.to !== null && <> to <Who id={one.to} names={names} /></>}</Cell>
            <Cell wide>{one.says}</Cell>
            <Cell><Who id={one.by} names={names} /></Cell>
            <Cell><Exact at={one.at} /></Cell>
            <Cell>{inRecord('deed', one.sequence)}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/** Who has a copy: to take it out changes nothing, and is recorded all the same. */
export function TakenOutTable({ takenOut, names }: { takenOut: readonly TakenOut[]; names: Names }) {
  return (
    <Table label="Taken out">
      <Head columns={[{ says: 'When', sorted: 'ascending' }, 'Who', 'Record']} />
      <tbody>
        {takenOut.map(({ at, by, sequence }) => (
          <Row key={sequence}>
            <Name plain><Exact at={at} /></Name>
            <Cell><Who id={by} names={names} /></Cell>
            <Cell wide>{inRecord('access', sequence)}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
