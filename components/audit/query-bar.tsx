'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useRef, useState, useTransition } from 'react'
import { announce } from '~/components/shell/announcer'
import { buttonClass } from '~/components/ui/button-class'
import { useReady } from '~/components/ui/ready'
import { isSingleKey } from '~/components/ui/single-key'
import { Strip } from '~/components/ui/strip'
import { conceal } from './conceal'
import { type Completions, completing } from './completing'

type Props = { /** Whose record it is; null where it is everybody's. */ tenant: string | null; path: string; query: string; /** How many were found. */ found: string; kept: readonly (readonly [string, string])[]; known: Completions }

/** Chips and words in one line, completed from what there is. It is a form that asks for a page, and works as one. */
export function QueryBar({ tenant, path, query, found, kept, known }: Props) {
  const router = useRouter()
  const id = useId()
  const ready = useReady()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(query)
  const [at, setAt] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const [says, setSays] = useState<string | null>(null)
  const [isReading, read] = useTransition()
  useEffect(() => setTyped(query), [query])
  // Said where something else is asked: what comes in beside that is told by whoever looks for it.
  const told = useRef(query)
  useEffect(() => {
    if (told.current === query) return
    told.current = query
    announce(found)
  }, [query, found])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  const options = isOpen ? completing(typed, known) : []
  const chosen = options[at]
  async function ask(typed: string) {
    setOpen(false)
    const { text, says: why } = await conceal(typed, tenant)
    setSays(why)
    if (why !== null) return
    const said = new URLSearchParams([...(text.trim() === '' ? [] : [['query', text.trim()]]), ...kept.map((pair) => [...pair])])
    read(() => router.push(said.size === 0 ? path : `${path}?${said}`, { scroll: false }))
  }
  function take(text: string) {
    setTyped(text)
    setAt(-1)
    setOpen(text.endsWith(':'))
    input.current?.focus()
  }
  function press(event: React.KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!isOpen) return setOpen(true)
      if (options.length > 0) setAt((at + step + options.length + (at === -1 && step === -1 ? 1 : 0)) % options.length)
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) {
      event.preventDefault()
      take(chosen.text)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
    }
  }
  return (
    <>
    <form role="search" aria-label="Search the record" method="get" action={path} className="relative flex flex-wrap items-start gap-2" onSubmit={(event) => { event.preventDefault(); void ask(typed) }}>
      {kept.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <div className="relative min-w-0 grow basis-72">
        <input
          ref={input} type="search" name="query" value={typed} readOnly={!ready} maxLength={400} autoComplete="off" spellCheck={false} autoCapitalize="none" placeholder="verb:approve outcome:denied since:2h"
          role="combobox" aria-label="Search the record" aria-expanded={options.length > 0} {...(options.length > 0 ? { 'aria-controls': `${id}-list` } : {})} aria-autocomplete="list" {...(chosen ? { 'aria-activedescendant': `${id}-${at}` } : {})}
          onChange={(event) => { setTyped(event.target.value); setOpen(true); setAt(-1) }} onKeyDown={press} onBlur={() => setOpen(false)}
          className="name min-h-9 w-full rounded-control border border-line-control bg-panel px-3 py-1 text-strong"
        />
        {options.length > 0 && (
          <div id={`${id}-list`} role="listbox" aria-label="Completions" className="absolute inset-x-0 top-full z-(--z-menu) mt-1 max-h-72 overflow-y-auto rounded-control border border-line bg-panel py-1 shadow-float">
            {options.map(({ text, says, about }, place) => (
              <div
                key={says} id={`${id}-${place}`} role="option" tabIndex={-1} aria-selected={place === at} onPointerDown={(event) => { event.preventDefault(); take(text) }}
                className="flex min-h-8 cursor-default items-center justify-between gap-4 px-3 hover:bg-hover aria-selected:bg-accent-tint"
              >
                <span className="name text-strong">{says}</span><span className="text-dense text-quiet">{about}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      <button type="submit" className={buttonClass()}>Search</button>
      {isReading && <span aria-hidden="true" className="quiet-bar" />}
    </form>
    <div role="alert" className="empty:hidden">{says !== null && <Strip tone="danger">{says}</Strip>}</div>
    </>
  )
}
