import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { exact } from '~/components/ui/time'
import { Cell, Head, Row, Table } from '~/components/ui/table'
import { grouped } from '~/server/shared/grouped'
import { many } from '~/server/shared/many'
import { recordName } from './audit-view'
import { readOutcome } from './read-outcome'
import { Who } from './who'

export type Found = {
  tenant: string; stream: 'deed' | 'access'; sequence: string; at: string; id: string; actor: string | null; behalf: string | null; verb: string; resource: string; name: string | null
  namespace: string | null; outcome: string; reason: string | null; level: string; reference: string
}
type Props = { rows: readonly Found[]; names: Readonly<Record<string, string>>; isOfAll: boolean; open: string | null; isGrouped: boolean; hrefOf: (record: string) => string; hrefOfGroup: (reference: string) => string }

/** What was found, newest first; or what belongs together side by side, in the order of the newest of each. */
export function FoundTable({ rows, names, isOfAll, open, isGrouped, hrefOf, hrefOfGroup }: Props) {
  const columns = [{ says: 'When', ...(isGrouped ? {} : { sorted: 'descending' as const }) }, 'Outcome', 'What', 'On', 'Who', ...(isOfAll ? ['Tenant'] : [])]
  const line = (row: Found) => <Line key={row.id} row={row} names={names} isOfAll={isOfAll} isOpen={recordName(row) === open} href={hrefOf(recordName(row))} />
  return (
    <Table label="Records">
      <Head columns={columns} />
      {!isGrouped ? <tbody>{rows.map(line)}</tbody> : [...grouped(rows, ({ reference }) => reference)].map(([reference, some]) => (
        <tbody key={reference}>
          <tr className="border-t border-line bg-sunken"><th scope="rowgroup" colSpan={columns.length} className="px-3 py-1 text-left font-normal text-quiet">
            {many(some.length, 'record')} of <Link href={hrefOfGroup(reference)} className="name text-accent underline underline-offset-2 hover:text-accent-hover">{reference.slice(0, 8) || 'no reference'}</Link>
          </th></tr>
          {some.map(line)}
        </tbody>
      ))}
    </Table>
  )
}

function Line({ row, names, isOfAll, isOpen, href }: { row: Found; names: Props['names']; isOfAll: boolean; isOpen: boolean; href: string }) {
  const what = `${row.resource}.${row.verb}`
  const { tone, says } = readOutcome({ what, outcome: row.outcome, reason: row.reason })
  return (
    <Row current={isOpen}>
      <th scope="row" className="quiet-motion sticky left-0 z-(--z-sticky) bg-panel px-3 py-1 text-left font-normal whitespace-nowrap group-hover:bg-hover group-aria-[current]:bg-accent-tint">
        <Link href={href} stays className="name rounded-badge leading-6 text-strong underline decoration-line-control underline-offset-2 hover:text-accent"><time dateTime={row.at}>{exact(row.at)}</time></Link>
      </th>
      <td className="min-w-40 px-3 py-1"><Badge tone={tone}>{says}</Badge></td>
      <Cell><span className="name">{what}</span></Cell>
      <Cell><span className="name">{[row.namespace, row.name].filter((part) => part !== null).join(' / ')}</span></Cell>
      <Cell><Who id={row.actor} behalf={row.behalf} names={names} /></Cell>
      {isOfAll && <Cell><span className="name">{row.tenant}</span></Cell>}
    </Row>
  )
}
