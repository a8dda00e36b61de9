import { AsFile } from '~/components/ui/as-file'
import { FilteredToNothing } from '~/components/ui/regions'
import { Pages } from '~/components/ui/table'
import { many } from '~/server/shared/many'

/** How many there are, where all of them are here; more are not counted to be shown. */
export const counted = ({ rows, previous, next }: { rows: readonly unknown[]; previous: string | null; next: string | null }, noun: string): string =>
  previous === null && next === null ? many(rows.length, noun) : ''

/** A page of rows, or why there is none: none as asked for, or `none` yet. `clear` leads to all of them, and is null while no filter is set; `asFile` to all pages of it in one file. */
export function Rows({ what, rows, clear, pages, none, asFile, children }: {
  what: string; rows: number; clear: string | null; pages: { previous: string | null; next: string | null }; none: React.ReactNode; asFile?: (form: 'csv' | 'json') => string; children: React.ReactNode
}) {
  if (rows === 0) return clear === null ? none : <FilteredToNothing says={`No ${what} match`} clear={clear} />
  return <>{children}<Pages of={what} {...pages} />{asFile && <AsFile of={what} hrefOf={asFile} />}</>
}
