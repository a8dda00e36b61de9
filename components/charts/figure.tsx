import { csvBegun, csvOf } from './csv'

/** The numbers themselves. They are what the drawing shows, and the truth of it for whoever does not see the drawing. */
export type Numbers = { columns: readonly string[]; rows: readonly (readonly string[])[] }

/** A drawing with its title, its sentence, and its numbers as a table that can be taken away. Beside another one, drawings begin and end at one height, however long their sentences are. */
export function Figure({ title, sentence, numbers, file, children }: { title: string; sentence: string; numbers: Numbers; file: string; children: React.ReactNode }) {
  const csv = `data:text/csv;charset=utf-8,${encodeURIComponent(csvBegun(numbers.columns) + csvOf(numbers.rows))}`
  return (
    <figure className="row-span-3 grid w-full grid-cols-[minmax(0,1fr)] grid-rows-subgrid content-start gap-3">
      <figcaption className="grid content-start gap-0.5">
        <p className="font-medium text-strong">{title}</p>
        <p className="text-dense text-plain">{sentence}</p>
      </figcaption>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">{children}</div>
      {numbers.rows.length > 0 && (
        <details className="group/numbers grid grid-cols-[minmax(0,1fr)] gap-2">
          <summary className="quiet-motion inline-flex -ml-2 min-h-7 w-fit list-none items-center rounded-control px-2 text-dense text-accent hover:bg-hover">View as table</summary>
          <div tabIndex={0} role="group" aria-label={`${title}, as a table`} className="mt-2 max-h-96 overflow-auto rounded-panel border border-line bg-panel">
            <table aria-label={title} className="w-full border-collapse text-dense">
              <thead><tr className="h-8 bg-sunken">{numbers.columns.map((says) => <th key={says} scope="col" className="px-3 text-left text-small whitespace-nowrap text-quiet">{says}</th>)}</tr></thead>
              <tbody>
                {numbers.rows.map((cells) => (
                  <tr key={cells.join(' ')} className="h-(--row) border-t border-line">
                    {cells.map((cell, at) => at === 0
                      ? <th key={numbers.columns[at]} scope="row" className="px-3 text-left font-medium whitespace-nowrap text-strong">{cell}</th>
                      : <td key={numbers.columns[at]} className="px-3 whitespace-nowrap">{cell}</td>)}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <a href={csv} download={`${file}.csv`} className="mt-2 inline-block text-dense text-accent underline underline-offset-2 hover:text-accent-hover">Download as CSV</a>
        </details>
      )}
    </figure>
  )
}
