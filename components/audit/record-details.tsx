import { differences } from './differences'
import type { RecordShown } from './record-table'

/** What one record keeps: before and after side by side, and by what it is found and proven. */
export function RecordDetails({ record }: { record: RecordShown }) {
  const changes = differences(record.before, record.after)
  const facts = [['Sequence', record.sequence], ['Person', record.who ?? ''], ['Level', record.level], ['Reference', record.reference], ['Record', record.auditId], ['Leaf hash', record.leaf]]
  return (
    <div className="grid gap-4 pt-2 xl:grid-cols-2">
      {changes.length > 0 && (
        <table aria-label="Before and after" className="h-fit w-full border-collapse rounded-control border border-line bg-panel">
          <thead><tr className="text-small text-quiet">{['Field', 'Before', 'After'].map((says) => <th key={says} scope="col" className="px-2 py-1 text-left">{says}</th>)}</tr></thead>
          <tbody>
            {changes.map(({ field, before, after, changed }) => (
              <tr key={field} className="border-t border-line">
                <th scope="row" className={`px-2 py-1 text-left ${changed ? 'font-semibold text-strong' : 'font-normal'}`}>{field}{changed && <span className="sr-only"> (changed)</span>}</th>
                <td className="name px-2 py-1 break-all">{changed && before !== null ? <del className="rounded-badge bg-danger-tint px-1 text-danger no-underline">{before}</del> : before}</td>
                <td className="name px-2 py-1 break-all">{changed && after !== null ? <ins className="rounded-badge bg-ok-tint px-1 text-ok no-underline">{after}</ins> : after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className="grid h-fit grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
        {facts.filter(([, value]) => value !== '').map(([says, value]) => (
          <div key={says} className="contents"><dt className="text-quiet">{says}</dt><dd className="name break-all">{value}</dd></div>
        ))}
      </dl>
    </div>
  )
}
