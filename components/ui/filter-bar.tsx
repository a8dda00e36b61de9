'use client'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'
import { buttonClass } from './button-class'
import { keepMoment, momentName } from './keep-moment'
import { Link } from './link'
import { isSingleKey } from './single-key'
import type { Narrowing } from './view'

type Choice = { name: string; says: string; any: string; options: Readonly<Record<string, string>> }
type Props = {
  label: string
  narrowing: Narrowing
  /** What is typed to find rows by, and what of them it looks at. */
  find?: { name?: string; says: string }
  choices?: readonly Choice[]
  /** Where the address leads without these filters; null while none is set. */
  clear: string | null
  /** How many rows there are, where that is known. */
  says?: string
  asOf?: React.ReactNode
}
const typingMs = 300
const control = 'min-h-8 rounded-control border border-line-control bg-panel px-2 py-1 text-strong'

/** Narrows the rows by the address. It is a form that asks for a page, and works as one; with a script it asks as one types, and the focus stays. */
export function FilterBar({ label, narrowing: { path, filters, kept }, find, choices = [], clear, says = '', asOf }: Props) {
  const router = useRouter()
  const [here, moment] = [usePathname(), useSearchParams().get(momentName)]
  const [isReading, read] = useTransition()
  const form = useRef<HTMLFormElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = String(new URLSearchParams(filters.map((pair) => [...pair])))
  const asked = useRef(shown)

  // The address changed, and not from here: the controls follow it. What was asked from here is not written back, because somebody may have typed on.
  useEffect(() => {
    if (asked.current === shown) return
    asked.current = shown
    clearTimeout(typing.current)
    for (const [name, value] of new URLSearchParams(shown)) {
      const control = form.current?.elements.namedItem(name)
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value
    }
  }, [shown])
  useEffect(() => () => clearTimeout(typing.current), [])

  function ask() {
    clearTimeout(typing.current)
    if (!form.current) return
    const typed = new FormData(form.current)
    const wanted = filters.map(([name, value]): [string, string] => [name, String(typed.get(name) ?? value).trim()])
    const next = String(new URLSearchParams(wanted))
    if (next === asked.current) return
    asked.current = next
    const said = new URLSearchParams([...wanted.filter(([, value]) => value !== ''), ...kept.map((pair): [string, string] => [...pair])])
    read(() => router.replace(keepMoment(said.size === 0 ? path : `${path}?${said}`, here, moment), { scroll: false }))
  }
  function askSoon() {
    clearTimeout(typing.current)
    typing.current = setTimeout(ask, typingMs)
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event)) return
      const input = form.current?.querySelector<HTMLInputElement>('input[type="search"]')
      if (!input) return
      event.preventDefault()
      input.focus()
      input.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  const valueIn = (wanted: string) => filters.find(([name]) => name === wanted)?.[1] ?? ''
  const findName = find?.name ?? 'find'
  return (
    <form
      ref={form} role="search" aria-label={label} method="get" action={path} className="relative flex flex-wrap items-center gap-x-3 gap-y-2 pb-1"
      onSubmit={(event) => { event.preventDefault(); ask() }}
    >
      {moment !== null && <input type="hidden" name={momentName} value={moment} />}
      {kept.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      {find && (
        <input
          type="search" name={findName} aria-label={find.says} placeholder={find.says} defaultValue={valueIn(findName)} maxLength={63} autoComplete="off" spellCheck={false} autoCapitalize="none"
          onInput={askSoon} className={`${control} w-full md:w-64`}
        />
      )}
      {choices.map(({ name, says: word, any, options }) => (
        <select key={name} name={name} aria-label={word} defaultValue={valueIn(name)} onChange={ask} className={`${control} max-w-full`}>
          <option value="">{any}</option>
          {Object.entries(options).map(([value, option]) => <option key={value} value={value}>{option}</option>)}
        </select>
      ))}
      <noscript><button type="submit" className={buttonClass()}>Filter</button></noscript>
      {clear !== null && <Link href={clear} stays>Clear filter</Link>}
      <div className="ml-auto flex flex-wrap items-center gap-x-2 text-dense text-quiet">
        {/* Said once whenever it changes, to whoever does not see it. */}
        <p role="status">{says}</p>
        {says !== '' && asOf && <span aria-hidden="true">·</span>}
        {asOf}
      </div>
      {isReading && <span aria-hidden="true" className="quiet-bar" />}
    </form>
  )
}
