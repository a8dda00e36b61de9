'use client'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { usePathname } from 'next/navigation'
import { useEffect, useMemo, useState } from 'react'
import { Dialog } from '~/components/ui/dialog'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { sentenceOf } from '~/components/ui/reason'
import { unmarked } from '~/components/ui/unmarked'
import { useBoard } from './board'
import { crumbsHere } from './crumb'
import { crumbsOf } from './crumbs'
import { lookupAt, type Named } from './lookup'
import type { OverThePage } from './overlays'
import { entriesHere } from './palette-entries'
import { type Choice, countOf, type Group, groupsFor } from './palette-groups'
import { paths } from './paths'
import { overviewOf, pagesOf, placeOf, type Ways, yourPages } from './place'
import { noteRecent, recentOf } from './recent'

const pauseMs = 200
const quietMs = 600

const link = (href: string, says: string, quiet: string | null = null): Choice => ({ id: `page ${href}`, href, says, quiet, whyNot: null })

/** Up from here, then what is beside: the pages of this place, and the places of this person. */
function waysFrom(path: string, map: Ways, last: string | null): Group[] {
  const place = placeOf(path)
  const pages = pagesOf(map, place)
  const overview = overviewOf(place)
  const up = [...crumbsOf(path, pages, last).flatMap(({ says, href }) => (href === null ? [] : [link(href, says)])), ...(path === overview ? [] : pages.filter(({ href }) => href === overview).map(({ says }) => link(overview, says, place.kind === 'tenant' ? place.tenant : null)))]
  const places = [...map.tenants.map(({ tenant, title }) => ({ ...link(paths.tenant(tenant), tenant, title), also: title })), ...(map.platform ? [link(paths.platform(), 'Platform')] : []), link(paths.home(), 'Your places'), ...yourPages.map(({ href, says }) => link(href, says, 'Your account'))]
  return [{ label: 'Up', items: up.reverse() }, { label: 'Go to', items: [...pages.map(({ href, says, locked }) => link(href, says, locked)), ...places].filter(({ id }) => id !== `page ${path}`) }]
}

/** Everything that can be done here and everywhere one can go, by typing. Ways are real links: with Ctrl or the command key they open beside. */
export function Palette({ map, person, typed: first, onClose }: OverThePage) {
  const path = usePathname()
  const entries = useBoard(entriesHere).flat()
  const last = useBoard(crumbsHere).at(-1) ?? null
  const [typed, setTyped] = useState(first)
  const [recent] = useState(() => recentOf(person, sessionStorage))
  const named = useNamed(path, map, typed)
  const groups = groupsFor([{ label: 'On this page', items: entries.map(({ id, ...entry }) => ({ ...entry, id: `here ${id}` })) }, ...waysFrom(path, map, last), ...named.groups], typed, recent)
  const counted = countOf(groups)
  const says = useSettled(named.isAsking ? '' : named.failed ? `${sum(counted)}. Names could not be looked up.` : sum(counted))

  // A way that is asked about first, because something was typed and not sent, is stopped before the list hears of it. The question stands over the page, and not over this.
  useEffect(() => {
    const close = (event: MouseEvent) => { if (event.defaultPrevented) onClose() }
    window.addEventListener('click', close, true)
    return () => window.removeEventListener('click', close, true)
  }, [onClose])

  return (
    <Dialog title="Search" look="top" onClose={onClose}>
      <Autocomplete.Root
        open inline items={groups} filter={null} autoHighlight="always" keepHighlight value={typed}
        itemToStringValue={(choice: Choice) => choice.says} onValueChange={(text, { reason }) => reason === 'item-press' || setTyped(text)}
      >
        <div className="flex items-center gap-2 border-b border-line px-4">
          <Icon name="search" className="text-quiet" />
          <Autocomplete.Input
            aria-label="Search actions, pages and names" placeholder="What to do, or where to go" maxLength={63} spellCheck={false} autoCapitalize="none"
            className="h-12 w-full bg-transparent text-body text-strong outline-none" onKeyDown={(event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) openBeside(event) }}
          />
          {named.isAsking && <Icon name="working" className="text-quiet motion-safe:animate-spin" />}
          <button type="button" onClick={onClose} className="quiet-motion rounded-badge border border-line bg-sunken px-1.5 py-0.5 text-small text-quiet hover:text-strong">Esc<span className="sr-only">: close</span></button>
        </div>
        <Autocomplete.List className="max-h-[min(60dvh,26rem)] scroll-py-2 overflow-y-auto overscroll-contain p-2 empty:p-0">
          {(group: Group) => (
            <Autocomplete.Group key={group.label} items={group.items} className="not-first:mt-2">
              <Autocomplete.GroupLabel className="px-2 py-1 text-small text-quiet">{group.label}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>{(choice: Choice) => <Line key={choice.id} choice={choice} onDone={() => { noteRecent(person, choice.id, sessionStorage); onClose() }} />}</Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        {counted === 0 && !named.isAsking && <p className="px-4 py-6 text-quiet">Nothing here is called “{typed}”.</p>}
        {named.failed && <p className="border-t border-line px-4 py-2 text-dense text-quiet">Names could not be looked up: the server did not answer.</p>}
        <Autocomplete.Status className="sr-only">{says}</Autocomplete.Status>
      </Autocomplete.Root>
    </Dialog>
  )
}
const sum = (counted: number) => (counted === 0 ? 'No results' : counted === 1 ? '1 result' : `${counted} results`)

/** Said once it has stood for a moment: not at every letter. */
function useSettled(text: string): string {
  const [settled, settle] = useState('')
  useEffect(() => {
    const later = setTimeout(() => settle(text), quietMs)
    return () => clearTimeout(later)
  }, [text])
  return settled
}

/** What the door finds by name while somebody types. What was found before stays until there is something newer. */
function useNamed(path: string, map: Ways, typed: string): { groups: Group[]; isAsking: boolean; failed: boolean } {
  const lookup = useMemo(() => lookupAt(placeOf(path), map), [path, map])
  const [found, setFound] = useState<{ typed: string; rows: Named[] | null }>({ typed: '', rows: [] })
  const wanted = unmarked(typed)
  useEffect(() => {
    if (!lookup || wanted === '') return
    const asked = new AbortController()
    const later = setTimeout(async () => {
      const rows = await lookup.find(wanted, asked.signal)
      if (!asked.signal.aborted) setFound({ typed: wanted, rows })
    }, pauseMs)
    return () => {
      clearTimeout(later)
      asked.abort()
    }
  }, [lookup, wanted])
  if (!lookup || wanted === '') return { groups: [], isAsking: false, failed: false }
  const items = (found.rows ?? []).map(({ also, ...row }): Choice => ({ ...row, also, quiet: also, whyNot: null }))
  return { groups: [{ label: lookup.label, items }], isAsking: found.typed !== wanted, failed: found.rows === null }
}

const line = 'flex min-h-9 scroll-my-2 items-baseline gap-3 rounded-control px-2 py-1.5 outline-none data-highlighted:bg-accent-tint forced-colors:data-highlighted:outline-2'

function Line({ choice, onDone }: { choice: Choice; onDone: () => void }) {
  const { says, quiet, keys } = choice
  const whyNot = choice.whyNot && sentenceOf(choice.whyNot)
  const text = (
    <>
      <span className={`min-w-0 truncate ${whyNot === null ? 'text-strong' : 'text-quiet'}`}>{says}</span>
      {(whyNot ?? quiet) && <span className={`min-w-0 text-dense ${whyNot === null ? 'truncate text-quiet' : ''}`}>{whyNot ?? quiet}</span>}
      {keys && whyNot === null && <kbd className="ml-auto rounded-badge border border-line bg-sunken px-1.5 font-sans text-small text-quiet">{keys}</kbd>}
    </>
  )
  // It can be reached, so that its reason can be read; it cannot be done.
  if (whyNot !== null) return <Autocomplete.Item value={choice} aria-disabled="true" className={`${line} flex-wrap gap-y-0`}>{text}</Autocomplete.Item>
  if ('run' in choice) return <Autocomplete.Item value={choice} className={line} onClick={() => { onDone(); choice.run() }}>{text}</Autocomplete.Item>
  const leave = (event: React.MouseEvent) => { if (!(event.ctrlKey || event.metaKey || event.shiftKey)) onDone() }
  return <Autocomplete.Item value={choice} className={line} tabIndex={-1} onClick={leave} render={<Link href={choice.href} />}>{text}</Autocomplete.Item>
}

/** Enter with Ctrl or the command key is a click with it: the browser opens the link in a tab of its own. */
function openBeside(event: React.KeyboardEvent<HTMLInputElement>): void {
  const active = document.getElementById(event.currentTarget.getAttribute('aria-activedescendant') ?? '')
  if (!(active instanceof HTMLAnchorElement)) return
  event.preventDefault()
  active.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: event.ctrlKey, metaKey: event.metaKey }))
}
