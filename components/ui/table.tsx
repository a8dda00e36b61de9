import { buttonClass } from './button-class'
import { Icon } from './icon'
import { Link } from './link'
import { SelectAll } from './selection'
import { TableKeys } from './table-keys'
import type { Sorting } from './view'

/** The scroller takes the keyboard, because not every row has something to focus; the first column is held while it scrolls. On a phone a moment is not: it would leave no room for what is said beside it. */
export function Table({ label, selects = false, children }: { label: string; selects?: boolean; children: React.ReactNode }) {
  return <TableKeys label={label} selects={selects}><table aria-label={label} className="w-full border-collapse text-dense">{children}</table></TableKeys>
}

/** `sort` is the key it is sorted by at the door; `sorted` says how a column stands that nobody can turn. */
export type Column = string | { says: string; figure?: true; hidden?: true; sort?: string; sorted?: 'ascending' | 'descending' }
const held = 'sticky left-0 z-(--z-sticky)'
const heldName = `${held} in-data-selects:left-9`

/** Headers, in order. A figure's header stands over its figures. */
export function Head({ columns, sorting, selects = false }: { columns: readonly Column[]; sorting?: Sorting; selects?: boolean }) {
  return (
    <thead>
      <tr className="h-8 bg-sunken">
        {selects && <th scope="col" className={`w-9 bg-sunken ${held}`}><SelectAll /></th>}
        {columns.map((column, at) => {
          const { says, figure, hidden, sort, sorted }: Exclude<Column, string> = typeof column === 'string' ? { says: column } : column
          const href = sort === undefined ? undefined : sorting?.hrefs[sort]
          const order = href !== undefined && sort === sorting?.by ? (sorting?.descending ? 'descending' : 'ascending') : sorted
          return (
            <th
              key={says} scope="col" {...(order ? { 'aria-sort': order } : {})}
              className={`px-3 text-small whitespace-nowrap text-quiet ${figure ? 'text-right' : 'text-left'} ${at === 0 ? `${heldName} max-md:[table:has(tbody_th_time)_&]:static [table:has(tbody_th[data-wide])_&]:static bg-sunken` : ''}`}
            >
              {hidden ? <span className="sr-only">{says}</span> : href === undefined ? says : <Turn href={href} order={order} figure={figure === true}>{says}</Turn>}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
/** Its place for the arrow is there before the arrow is, so that turning moves nothing. */
function Turn({ href, order, figure, children }: { href: string; order: 'ascending' | 'descending' | undefined; figure: boolean; children: React.ReactNode }) {
  return (
    <Link href={href} stays className={`quiet-motion group/turn -mx-1 inline-flex min-h-6 items-center gap-0.5 rounded-badge px-1 hover:text-strong ${order ? 'text-strong' : ''} ${figure ? 'flex-row-reverse' : ''}`}>
      {children}
      <Icon name={order === 'descending' ? 'falling' : 'rising'} className={`size-3.5 ${order ? '' : 'opacity-0 group-hover/turn:opacity-60 group-focus-visible/turn:opacity-60'}`} />
    </Link>
  )
}

/** `current` is the row whose panel is open. */
export function Row({ children, id, current = false }: { children: React.ReactNode; id?: string; current?: boolean }) {
  return (
    <tr {...(id ? { id } : {})} {...(current ? { 'aria-current': true } : {})} className="group quiet-motion h-(--row) border-t border-line hover:bg-hover aria-[current]:bg-accent-tint has-[input:checked]:bg-accent-tint">
      {children}
    </tr>
  )
}
/** A row that is called by a whole sentence: it has the room that there is, and is not held, for nothing would be seen beside it. */
export function Sentence({ children }: { children: React.ReactNode }) {
  return <th scope="row" data-wide="" className="w-full min-w-56 px-3 py-1 text-left font-normal wrap-anywhere">{children}</th>
}
const longest = 'block max-w-[45vw] md:max-w-80'
/**
 * The row's name: what the other cells are about, and with an address the way to it. It is held, so that a long one would cover what scrolls beside it: a link ends in dots and is whole on focus, and
 * what cannot take the focus goes on in another line.
 */
export function Name({ children, plain = false, href }: { children: React.ReactNode; plain?: boolean; href?: string }) {
  return (
    <th
      scope="row"
      className={`quiet-motion ${heldName} max-md:has-[time]:static bg-panel px-3 py-1 text-left font-medium whitespace-nowrap text-strong group-hover:bg-hover group-has-[input:checked]:bg-accent-tint group-aria-[current]:bg-accent-tint ${plain ? '' : 'name'}`}
    >
      {href === undefined ? <span className={`${longest} w-max whitespace-normal wrap-anywhere has-[time]:max-w-none`}>{children}</span> : <Link href={href} className={`${longest} truncate focus-visible:whitespace-normal rounded-badge leading-6 text-strong underline decoration-line-control underline-offset-2 hover:text-accent hover:decoration-accent`}>{children}</Link>}
    </th>
  )
}
/** Nothing in it is shown as nothing; what cannot be known now is `<Unknown>`. What somebody calls a thing goes on in another line where it is long: `named`. */
export function Cell({ children, figure = false, wide = false, named = false }: { children?: React.ReactNode; figure?: boolean; wide?: boolean; named?: boolean }) {
  return <td className={`px-3 py-1 ${figure ? 'text-right' : ''} ${wide ? 'w-full min-w-56 wrap-anywhere' : 'whitespace-nowrap'}`}>{named ? <span className="block w-max max-w-72 whitespace-normal wrap-anywhere">{children}</span> : children}</td>
}

/** The pages of rows before and after these. Each keeps its place when the other is not there. */
export function Pages({ of, previous, next }: { of: string; previous: string | null; next: string | null }) {
  if (previous === null && next === null) return null
  return (
    <nav aria-label={`Pages of ${of}`} className="flex justify-end gap-2">
      <span className="grid w-20">{previous !== null && <Turned href={previous}>Previous</Turned>}</span>
      <span className="grid w-20">{next !== null && <Turned href={next}>Next</Turned>}</span>
    </nav>
  )
}
const Turned = ({ href, children }: { href: string; children: string }) => <Link href={href} className={buttonClass({ size: 'dense' })}>{children}</Link>
