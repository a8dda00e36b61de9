'use client'
import { useRef, useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { Meter } from '~/components/ui/meter'
import { type Reason, sentenceOf } from '~/components/ui/reason'
import { TableKeys } from '~/components/ui/table-keys'
import { Explained } from '~/components/ui/tip'
import type { LowersShown } from '~/server/quotas/lowers'
import { figureOf, typedAmount, unitOf, wrongWith } from './amount'
import { type DraftLine, full, hasRoomFor, isAt, readTyped } from './draft'
import { LimitInput, type Moves } from './limit-input'
import { type At, moveInGrid } from './move-in-grid'
import { prepareMeter } from './prepare-meter'
import { meteredMeans, notKept, type Peak, prepareMetered } from './prepare-metered'

export type QuotaShown = { namespace: string | null; resource: string; limit: string; used: string; held: string; unshared: string; version: string; lowers: LowersShown | null }
/** A place and where it leads: a namespace to its limits one by one, the tenant nowhere. */
export type GridRow = { namespace: string | null; href: string | null; quotas: readonly QuotaShown[] }
type Props = {
  tenant: string; rows: readonly GridRow[]; resources: readonly string[]
  /** Where more of each is asked for, which is nobody's to take; and why not. */
  raises: Readonly<Record<string, string>>; raiseWhyNot: Reason | null; whyNot: Reason | null
  /** What was metered of each place in the last seven days; null as of a moment of which it is not kept. */
  peaks: readonly Peak[] | null
  lines: readonly DraftLine[]; wrong: readonly Pick<DraftLine, 'namespace' | 'resource'>[]
  onTyping: (line: DraftLine | null) => void; onLine: (line: DraftLine) => void; onPutBack: (line: Pick<DraftLine, 'namespace' | 'resource'>) => void; onUndo: () => void
}
const figures = ['Limit', 'Charged', 'Held', 'Metered, P95', 'Free to give'] as const
const cell = 'h-(--row) scroll-mb-72 px-2 py-1 text-right whitespace-nowrap -outline-offset-2'
/** Of a limit that is on its way down, what is above where it goes is nobody's to take. */
function free({ limit, used, held, unshared, namespace, lowers }: QuotaShown): string {
  if (namespace === null) return unshared
  const left = BigInt(lowers !== null && lowers.at === null ? lowers.to : limit) - BigInt(used) - BigInt(held)
  return `${left > 0n ? left : 0n}`
}

const Metered = ({ of: { says, why } }: { of: ReturnType<typeof prepareMetered> }) => (why === null ? says : <span title={why} className="text-quiet"><span aria-hidden="true">—</span><span className="sr-only">Unknown. {why}</span></span>)

/** Under a limit, where it is on its way to. */
const Goes = ({ resource, lowers: { to, at } }: { resource: string; lowers: LowersShown }) => (
  <span className="block text-small font-normal text-quiet"><span className="sr-only">, going to </span><span aria-hidden="true">→ </span>{figureOf(resource, to)} {at === null ? 'as freed' : `on ${at.slice(0, 10)}`}</span>
)

function placeOf(target: Element): At | null {
  const [row, column] = (target.closest('[data-at]')?.getAttribute('data-at') ?? '').split(' ').map(Number)
  return row === undefined || column === undefined ? null : { row, column }
}

/** What each place may hold and holds: the tenant, then its namespaces. One stop of the Tab key, arrows within, and a limit is changed where it stands. */
export function QuotaGrid({ tenant, rows, resources, raises, raiseWhyNot, whyNot, peaks, lines, wrong, onTyping, onLine, onPutBack, onUndo }: Props) {
  const own = useRef<HTMLTableElement>(null)
  // Where the focus is changes no cell but two, and is written there: a grid of many rows would be drawn anew for every arrow.
  const at = useRef<At>({ row: 0, column: 0 })
  const [editing, setEditing] = useState<(At & { begins: string; isWhole: boolean }) | null>(null)
  const size = { rows: rows.length, columns: 1 + resources.length * figures.length }
  const here = () => ({ row: Math.min(at.current.row, size.rows - 1), column: Math.min(at.current.column, size.columns - 1) })
  const held = here()
  const stop = (row: number, column: number) => ({ 'data-at': `${row} ${column}`, tabIndex: held.row === row && held.column === column ? 0 : -1 })
  const gridCell = (row: number, column: number, { readOnly = true, invalid = false } = {}) => ({ ...stop(row, column), role: 'gridcell', 'aria-readonly': readOnly, ...(invalid ? { 'aria-invalid': true } : {}) })
  const cellAt = ({ row, column }: At) => own.current?.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`)
  const focus = (to: At) => cellAt(to)?.focus()
  function hold(to: At) {
    for (const cell of own.current?.querySelectorAll<HTMLElement>('[data-at][tabindex="0"]') ?? []) cell.tabIndex = -1
    at.current = to
    const cell = cellAt(to)
    if (cell) cell.tabIndex = 0
  }
  const limitAt = ({ row, column }: At) => ((column - 1) % figures.length === 0 ? rows[row]?.quotas.find(({ resource }) => resource === resources[(column - 1) / figures.length]) : undefined)
  const shownOf = (quota: QuotaShown) => lines.find(isAt({ ...quota, namespace: quota.namespace ?? '' }))?.to ?? quota.limit

  function begin(where: At, begins: string | null) {
    const quota = limitAt(where)
    if (!quota) return
    if (quota.namespace === null) return own.current?.querySelector<HTMLElement>(`[data-at="${where.row} ${where.column}"] a`)?.click()
    if (whyNot !== null) return announce(sentenceOf(whyNot))
    setEditing({ ...where, begins: begins ?? typedAmount(quota.resource, shownOf(quota)), isWhole: begins === null })
  }
  const lineOf = ({ namespace, resource, limit, version }: QuotaShown, to: string): DraftLine => ({ namespace: namespace ?? '', resource, from: limit, to, version, lowers: null })
  function done(quota: QuotaShown, amount: string | null, moves: Moves) {
    const where = editing ?? here()
    setEditing(null)
    onTyping(null)
    if (amount !== null) onLine(lineOf(quota, amount))
    const by = { up: [-1, 0], down: [1, 0], left: [0, -figures.length], right: [0, figures.length], stay: [0, 0] } as const
    const to = { row: Math.max(0, Math.min(size.rows - 1, where.row + by[moves][0])), column: where.column + by[moves][1] }
    if (document.activeElement instanceof HTMLInputElement) focus(to.column > 0 && to.column < size.columns ? to : where)
  }
  function press(event: React.KeyboardEvent<HTMLTableElement>) {
    if (event.altKey || event.nativeEvent.isComposing || !(event.target instanceof Element) || !event.target.closest('[data-at]')) return
    const to = moveInGrid({ key: event.key, ctrl: event.ctrlKey || event.metaKey }, here(), size)
    const quota = limitAt(here())
    const drafted = quota && lines.find(isAt({ ...quota, namespace: quota.namespace ?? '' }))
    if (to) focus(to)
    else if ((event.key === 'Enter' || event.key === 'F2') && quota) begin(here(), null)
    else if (/^[\d=+.-]$/.test(event.key) && quota && quota.namespace !== null && !event.ctrlKey && !event.metaKey) begin(here(), event.key)
    else if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z') onUndo()
    else if (['Escape', 'Delete', 'Backspace'].includes(event.key) && drafted) onPutBack(drafted)
    else return
    event.preventDefault()
  }
  function choose({ target }: React.MouseEvent) {
    const to = target instanceof Element && !target.closest('input, a') ? placeOf(target) : null
    if (to && limitAt(to)?.namespace !== null) begin(to, null)
  }
  const asGrid = { ref: own, role: 'grid', 'aria-label': `Quotas of ${tenant}`, onKeyDown: press, onClick: choose, onFocus: ({ target }: React.FocusEvent) => { const to = placeOf(target); if (to) hold(to) } }
  return (
    <TableKeys label="Quotas" selects={false}>
      <table {...asGrid} className="w-full border-collapse text-dense">
        <thead className="bg-sunken text-small text-quiet">
          <tr>
            <th rowSpan={2} scope="col" aria-sort="ascending" className="sticky left-0 z-(--z-sticky) bg-sunken px-3 pb-1.5 text-left align-bottom">Place</th>
            {resources.map((resource) => <th key={resource} scope="colgroup" colSpan={figures.length} className="h-8 border-l border-line px-2 text-left"><span className="name text-strong">{resource}</span>{unitOf(resource).word && <>, {unitOf(resource).word}</>}</th>)}
          </tr>
          <tr>{resources.map((resource) => figures.map((says, n) => <th key={`${resource} ${says}`} scope="col" className={`h-8 px-2 text-right align-bottom pb-1.5 ${n === 0 ? 'border-l border-line' : ''}`}>{says === 'Metered, P95' ? <Explained says={meteredMeans}>{says}</Explained> : says}</th>))}</tr>
        </thead>
        <tbody>
          {rows.map(({ namespace, href, quotas }, row) => (
            <tr key={namespace ?? ''} id={namespace ?? undefined} className={`quiet-motion group border-t border-line hover:bg-hover ${namespace === null ? 'bg-sunken' : ''}`}>
              <th scope="row" {...(href === null ? stop(row, 0) : {})} className={`sticky left-0 z-(--z-sticky) px-3 py-1 text-left font-medium whitespace-nowrap text-strong -outline-offset-2 group-hover:bg-hover ${namespace === null ? 'bg-sunken' : 'bg-panel'}`}>
                {href === null
                  ? namespace === null ? <>The tenant, <span className="name">{tenant}</span></> : <span className="name">{namespace}</span>
                  : <Link href={href} {...stop(row, 0)} className={`name block max-w-[45vw] truncate rounded-badge leading-6 text-strong underline decoration-line-control underline-offset-2 hover:text-accent hover:decoration-accent focus-visible:whitespace-normal md:max-w-80 ${rows[0]?.namespace === null ? 'ml-3' : ''}`}>{namespace}</Link>}
              </th>
              {quotas.map((quota, n) => {
                const column = 1 + n * figures.length
                const { resource } = quota
                const isOpen = editing?.row === row && editing.column === column
                const line = lines.find(isAt({ ...quota, namespace: namespace ?? '' }))
                const isWrong = line !== undefined && wrong.some(isAt(line))
                const hasRoom = hasRoomFor(lines, { ...quota, namespace: namespace ?? '' })
                const { taken, promised, state } = prepareMeter(quota)
                return [
                  <td
                    key="limit" {...gridCell(row, column, { readOnly: namespace === null || whyNot !== null, invalid: isWrong })}
                    className={`${cell} border-l border-line font-medium text-strong ${namespace !== null && whyNot === null ? 'cursor-text' : ''} ${isWrong ? 'bg-danger-tint text-danger' : line ? 'bg-accent-tint' : ''}`}
                  >
                    {isOpen
                      ? <LimitInput label={`Limit of ${resource} in ${namespace}`} begins={editing.begins} isWhole={editing.isWhole} read={(typed) => (hasRoom ? readTyped(resource, typed, shownOf(quota)) : null)} wrong={(typed) => (hasRoom ? wrongWith(resource, typed, true) : full)} onTyped={(amount) => onTyping(amount === null ? null : lineOf(quota, amount))} onDone={(amount, moves) => done(quota, amount, moves)} />
                      : <>{isWrong && <Icon name="cross" className="mr-1 inline size-3.5 align-[-0.15em]" />}{line && <><span className="sr-only">{figureOf(resource, quota.limit)}, in the draft </span><span aria-hidden="true">→ </span></>}{figureOf(resource, line?.to ?? quota.limit)}{quota.lowers && !line && <Goes resource={resource} lowers={quota.lowers} />}</>}
                    {namespace === null && raises[resource] !== undefined && raiseWhyNot === null && <Link href={raises[resource]} tabIndex={-1} className="block min-h-6 content-center text-small text-accent underline underline-offset-2">Ask for more<span className="sr-only"> {resource}</span></Link>}
                  </td>,
                  <td key="charged" {...gridCell(row, column + 1)} className={cell}><span className="grid min-w-14 gap-0.5">{figureOf(resource, quota.used)}<Meter taken={taken} promised={promised} tone={state} /></span></td>,
                  <td key="held" {...gridCell(row, column + 2)} className={cell}>{figureOf(resource, quota.held)}</td>,
                  <td key="metered" {...gridCell(row, column + 3)} className={cell}><Metered of={peaks === null ? notKept : prepareMetered(resource, peaks.find((peak) => peak.namespace === namespace))} /></td>,
                  <td key="free" {...gridCell(row, column + 4)} className={cell}>{figureOf(resource, free(quota))}</td>,
                ]
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableKeys>
  )
}
