import { CopyButton } from './copy-button'

/** `copy` is given where people carry the value elsewhere. */
export type Property = { says: string; value: React.ReactNode; copy?: string }

/** What there is to know of one thing. Under 768 px each value stands under its label. */
export function Properties({ items }: { items: readonly Property[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-6 text-dense md:grid-cols-[minmax(8rem,max-content)_minmax(0,1fr)]">
      {items.map(({ says, value, copy }) => (
        <div key={says} className="group/item col-span-full grid grid-cols-subgrid border-t border-line py-1.5 first:border-t-0">
          <dt className="text-quiet">{says}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-1 text-plain wrap-anywhere">{value}{copy !== undefined && <CopyButton value={copy} of={says.toLowerCase()} />}</dd>
        </div>
      ))}
    </dl>
  )
}
