import { differences } from './differences'

/** What a deed changed, field by field, as it is in the record. */
export function BeforeAfter({ before, after }: { before: string | null; after: string | null }) {
  const changes = differences(before, after)
  if (changes.length === 0) return null
  return (
    <div tabIndex={0} role="group" aria-label="Before and after" className="overflow-x-auto rounded-control border border-line bg-panel">
      <table aria-label="Before and after" className="w-full border-collapse text-dense">
        <thead><tr className="bg-sunken text-small text-quiet">{['Field', 'Before', 'After'].map((says) => <th key={says} scope="col" className="px-2 py-1 text-left">{says}</th>)}</tr></thead>
        <tbody>
          {changes.map(({ field, before: was, after: is, changed }) => (
            <tr key={field} className="border-t border-line align-top">
              <th scope="row" className={`px-2 py-1 text-left ${changed ? 'font-semibold text-strong' : 'font-normal'}`}>{field}{changed && <span className="sr-only"> (changed)</span>}</th>
              <td className="name px-2 py-1 break-all">{changed && was !== null ? <del className="rounded-badge bg-danger-tint px-1 text-danger no-underline">{was}</del> : was}</td>
              <td className="name px-2 py-1 break-all">{changed && is !== null ? <ins className="rounded-badge bg-ok-tint px-1 text-ok no-underline">{is}</ins> : is}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
