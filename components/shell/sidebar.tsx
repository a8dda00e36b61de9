'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useId, useRef } from 'react'
import { useCloseOnLeave } from '~/components/ui/close-on-leave'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { grouped } from '~/server/shared/grouped'
import { isCurrent, type NavItem, pagesOf, placeOf, type Ways } from './place'

/** The list of pages alone is scrolled, and only if one would not see in it where one is. */
function showCurrent(list: HTMLElement | null, path: string | null): void {
  const current = list?.querySelector('[aria-current]')
  if (!list || !current || path === null) return
  const [all, one] = [list.getBoundingClientRect(), current.getBoundingClientRect()]
  if (one.top < all.top || one.bottom > all.bottom) list.scrollTop += one.top - all.top - all.height / 2
}

/** Beside the page; under 768 px a drawer over it, which the browser opens and closes. */
export function Sidebar({ map }: { map: Ways }) {
  const path = usePathname()
  const id = useId()
  const drawer = useRef<HTMLElement>(null)
  useCloseOnLeave(drawer, path)
  useEffect(() => showCurrent(drawer.current, path), [path])
  return (
    <nav
      ref={drawer} id="pages" popover="auto" aria-label="Pages" onToggle={(event) => showCurrent(event.currentTarget, path)}
      className="drawer goes-on inset-auto inset-y-0 left-0 h-dvh max-h-none w-58 border-r border-line bg-panel p-3 text-plain md:sticky md:top-(--bar) md:block md:h-[calc(100dvh-var(--bar))] md:shrink-0 md:border-r-0 md:bg-page print:hidden"
    >
      {[...grouped(pagesOf(map, placeOf(path)), ({ under }) => under ?? '')].map(([word, pages]) => (
        <div key={word} className="mt-3 first:mt-0">
          {word !== '' && <p id={`${id}-${word}`} className="px-3 pb-1 text-small text-quiet">{word}</p>}
          <ul className="grid gap-0.5" {...(word === '' ? {} : { 'aria-labelledby': `${id}-${word}` })}>{pages.map((page) => <Item key={page.href} page={page} path={path} />)}</ul>
        </div>
      ))}
    </nav>
  )
}
function Item({ page: { href, says, locked, waiting = 0 }, path }: { page: NavItem; path: string }) {
  return (
    <li>
      <Link
        href={href} current={isCurrent(href, path)}
        className="quiet-motion flex h-8 items-center justify-between rounded-control px-3 text-plain hover:bg-hover aria-[current]:bg-accent-tint aria-[current]:font-medium aria-[current]:text-accent forced-colors:aria-[current]:underline"
      >
        {says}
        {waiting > 0 && <span aria-hidden="true" className="rounded-badge bg-notice-tint px-1.5 text-small text-notice">{waiting}</span>}
        {locked && <><Icon name="lock" className="size-3.5 text-quiet" /><span className="sr-only"> ({locked})</span></>}
      </Link>
      {waiting > 0 && <span className="sr-only">{waiting} waiting for you</span>}
    </li>
  )
}
