import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Region } from '~/components/ui/region'
import { Head, Pages, Table } from '~/components/ui/table'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { readOutcome } from './read-outcome'
import { RecordDetails } from './record-details'

export type RecordShown = {
  auditId: string; sequence: string; at: string; who: string | null; what: string; on: string | null; namespace: string | null
  outcome: string; reason: string | null; reference: string; level: string; leaf: string; before: string | null; after: string | null
}
type Props = { at: string; asked: ReturnType<typeof recordView.read>; page: { rows: RecordShown[]; previous: string | null; next: string | null }; names: Record<string, string> }

export const recordView = viewOf({ tabs: ['deed', 'access'] })
const streams = { deed: 'Deeds', access: 'Access' } as const
const columns = [{ says: 'When', sorted: 'descending' as const }, 'Outcome', 'What', 'On', 'Who', { says: 'Details', hidden: true as const }]

/** The record, newest first: what was done, or who looked and who was turned away. A row opens what it keeps. */
export function RecordTable({ at, asked, page, names }: Props) {
  const { tab } = asked
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Tabs label="Streams" tabs={(['deed', 'access'] as const).map((each) => ({ says: streams[each], href: recordView.href(at, asked, { tab: each }), current: each === tab }))} />
      {page.rows.length === 0
        ? <Region title="Nothing recorded here yet"><p>{tab === 'deed' ? 'Every change is recorded with what it was before and after.' : 'Every refusal, sign-in and recorded read is kept.'}</p></Region>
        : (
          <Table label={streams[tab]}>
            <Head columns={columns} />
            {page.rows.map((record) => <Line key={record.auditId} record={record} names={names} />)}
          </Table>
          )}
      <Pages of="the record" {...recordView.pages(at, asked, page)} />
    </div>
  )
}

const cell = 'px-3 py-1 align-middle'
function Line({ record, names }: { record: RecordShown; names: Record<string, string> }) {
  const { tone, says } = readOutcome(record)
  const target = [record.namespace, record.on].filter((part) => part !== null)
  return (
    <tbody className="group border-t border-line">
      <tr className="quiet-motion h-(--row) hover:bg-hover group-has-[details[open]]:bg-sunken">
        <th scope="row" className="quiet-motion sticky left-0 z-(--z-sticky) bg-panel px-3 py-1 text-left font-normal text-strong group-has-[details[open]]:bg-sunken group-hover:bg-hover"><Exact at={record.at} /></th>
        <td className={`${cell} min-w-40`}><Badge tone={tone}>{says}</Badge></td>
        <td className={`${cell} name`}>{record.what}</td>
        <td className={`${cell} name whitespace-nowrap`}>{target.join(' / ')}</td>
        <td className={`${cell} whitespace-nowrap`}><Who id={record.who} names={names} /></td>
        <td className={`${cell} text-right`}>
          <details><summary className="quiet-motion inline-flex h-7 list-none items-center rounded-control px-2 text-accent hover:bg-hover">Details<span className="sr-only"> of record {record.sequence}, in the next row</span></summary></details>
        </td>
      </tr>
      <tr className="hidden bg-sunken group-has-[details[open]]:table-row"><td colSpan={columns.length} className="px-3 pb-4"><RecordDetails record={record} /></td></tr>
    </tbody>
  )
}

/** By name where the reader may know it; else by id, which is what the record keeps. */
function Who({ id, names }: { id: string | null; names: Record<string, string> }) {
  if (id === null) return <span className="text-quiet">Nobody signed in</span>
  return names[id] ?? <span className="name" title={id}>{id.slice(0, 8)}…</span>
}
