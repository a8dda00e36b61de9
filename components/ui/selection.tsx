'use client'
import { createContext, useContext, useMemo, useRef, useState } from 'react'
import { Button } from './button'
import { useReady } from './ready'
import { Tip } from './tip'

type Chosen = { ids: readonly string[]; chosen: ReadonlySet<string>; choose: (ids: readonly string[], isChosen: boolean) => void; from: { current: string | null } }
const Context = createContext<Chosen | null>(null)
function useChosen(): Chosen {
  const chosen = useContext(Context)
  if (!chosen) throw new Error('rows are selected inside a <Selection>')
  return chosen
}

type Props = {
  /** Those that can be chosen. */
  ids: readonly string[]
  filter?: React.ReactNode; actions: (ids: readonly string[]) => React.ReactNode
  /** How many there are, in words. */
  says?: (ids: readonly string[]) => string
  children: React.ReactNode
}
/**
 * Rows of a table, chosen to do one thing to all of them. While any is, a bar stands where the filter stands; the filter is hidden and not gone, so that it
 * has kept what was typed. A row that is not on the page any more is not chosen any more.
 */
export function Selection({ ids, filter, actions, says: sayAll = ({ length }) => `${length} selected`, children }: Props) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const from = useRef<string | null>(null)
  const chosen = useMemo(() => new Set(ids.filter((id) => marked.has(id))), [ids, marked])
  const choose = (changed: readonly string[], isChosen: boolean) => setMarked(new Set([...chosen].filter((id) => !changed.includes(id)).concat(isChosen ? changed : [])))
  const says = chosen.size === 0 ? '' : sayAll([...chosen])
  return (
    <Context value={{ ids, chosen, choose, from }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p role="status" className="sr-only">{says}</p>
        {chosen.size > 0 && (
          <div className="flex min-h-8 flex-wrap items-center gap-3">
            <span aria-hidden="true" className="font-medium text-strong">{says}</span>
            {actions([...chosen])}
            <Button size="dense" onClick={() => choose(ids, false)}>Clear selection</Button>
          </div>
        )}
        <div hidden={chosen.size > 0}>{filter}</div>
        {children}
      </div>
    </Context>
  )
}

const all = 'Select all on this page'
const box = 'flex size-9 items-center justify-center'
export function SelectAll() {
  const { ids, chosen, choose } = useChosen()
  const ready = useReady()
  if (ids.length === 0) return <NotChoosable says={all} whyNot="None of these can be selected: each says why." />
  const isAll = chosen.size === ids.length
  return (
    <label className={box}>
      <span className="sr-only">{all}</span>
      <input type="checkbox" disabled={!ready} className="size-4" checked={isAll} ref={(own) => { if (own) own.indeterminate = chosen.size > 0 && !isAll }} onChange={() => choose(ids, !isAll)} />
    </label>
  )
}

const cell = 'quiet-motion sticky left-0 z-(--z-sticky) w-9 bg-panel group-hover:bg-hover group-has-checked:bg-accent-tint group-aria-[current]:bg-accent-tint'
/** Held with the name while the table scrolls. With shift it takes every row between this one and the last. What cannot be chosen can be reached all the same, and says why. */
export function Select({ id, says, whyNot = null }: { id: string; says: string; whyNot?: string | null }) {
  return <td className={cell}>{whyNot === null ? <Choosable id={id} says={says} /> : <NotChoosable says={`Select ${says}`} whyNot={whyNot} />}</td>
}

function Choosable({ id, says }: { id: string; says: string }) {
  const { ids, chosen, choose, from } = useChosen()
  const ready = useReady()
  function turn(isRange: boolean) {
    const [here, there] = [ids.indexOf(id), from.current === null ? -1 : ids.indexOf(from.current)]
    choose(isRange && there !== -1 ? ids.slice(Math.min(here, there), Math.max(here, there) + 1) : [id], !chosen.has(id))
    from.current = id
  }
  return (
    <label className={box}>
      <span className="sr-only">Select {says}</span>
      <input type="checkbox" data-select="" disabled={!ready} className="size-4" checked={chosen.has(id)} onChange={(event) => turn('shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)} />
    </label>
  )
}

const NotChoosable = ({ says, whyNot }: { says: string; whyNot: string }) => (
  <Tip says={whyNot}>
    {({ ref, ...described }) => (
      <label className={box}>
        <span className="sr-only">{says}</span>
        <input ref={ref} type="checkbox" data-select="" aria-disabled="true" {...described} className="size-4 opacity-50" checked={false} onChange={(event) => event.currentTarget.focus()} />
      </label>
    )}
  </Tip>
)
