/** Scrolls sideways with its first column held; the scroller takes the keyboard, because not every row has something to focus. */
export function Table({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div tabIndex={0} role="group" aria-label={label} className="relative overflow-x-auto rounded-panel border border-line bg-panel">
      <table aria-label={label} className="w-full border-collapse text-dense">{children}</table>
    </div>
  )
}

/** Headers, in order. A figure's header stands over its figures. */
export function Head({ columns }: { columns: readonly (string | { says: string; figure?: true; hidden?: true; sorted?: 'ascending' | 'descending' })[] }) {
  return (
    <thead>
      <tr className="h-8 bg-sunken">
        {columns.map((column, at) => {
          const { says, figure, hidden, sorted } = typeof column === 'string' ? { says: column } as { says: string; figure?: true; hidden?: true; sorted?: 'ascending' | 'descending' } : column
          return (
            <th
              key={says} scope="col" {...(sorted ? { 'aria-sort': sorted } : {})}
              className={`px-3 text-small whitespace-nowrap text-quiet ${figure ? 'text-right' : 'text-left'} ${at === 0 ? 'sticky left-0 z-(--z-sticky) bg-sunken' : ''}`}
            >
              {hidden ? <span className="sr-only">{says}</span> : says}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

export function Row({ children, id }: { children: React.ReactNode; id?: string }) {
  return <tr {...(id ? { id } : {})} className="group quiet-motion h-(--row) border-t border-line hover:bg-hover">{children}</tr>
}
/** The row's name: what the other cells are about. */
export function Name({ children, plain = false }: { children: React.ReactNode; plain?: boolean }) {
  return (
    <th scope="row" className={`quiet-motion sticky left-0 z-(--z-sticky) bg-panel px-3 py-1 text-left font-medium whitespace-nowrap text-strong group-hover:bg-hover ${plain ? '' : 'name'}`}>
      {children}
    </th>
  )
}
export function Cell({ children, figure = false, wide = false }: { children?: React.ReactNode; figure?: boolean; wide?: boolean }) {
  return <td className={`px-3 py-1 ${figure ? 'text-right' : ''} ${wide ? 'w-full min-w-56' : 'whitespace-nowrap'}`}>{children}</td>
}
