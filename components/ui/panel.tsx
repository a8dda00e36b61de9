'use client'
import { useEffect, useRef } from 'react'
import { Icon } from './icon'
import { Link } from './link'
import { useReady } from './ready'

const floating = 'dialog[open], [role="listbox"], :popover-open, [role="grid"] input'
/** Links to this very page: whichever opened it is one of them. */
const openerOf = (address: string) => [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].find((link) => link.pathname + link.search === address)

/**
 * Beside the list where there is room, over it where there is not. It has an address, and closing it, by its button or by Escape, is going to the list's.
 * Opened from a page, it takes the focus; closed, the focus goes back to the link that opened it.
 */
export function Panel({ id, title, closeTo, children }: { id: string; title: string; closeTo: string; children: React.ReactNode }) {
  const own = useRef<HTMLElement>(null)
  // It was there with the first page of a visit, where reading begins at the top, or it was opened since.
  const wasOpened = useRef(useReady())
  useEffect(() => {
    const panel = own.current
    const address = location.pathname + location.search
    if (wasOpened.current) panel?.querySelector('h2')?.focus()
    function press(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || document.querySelector(floating)) return
      event.preventDefault()
      panel?.querySelector<HTMLAnchorElement>('a[data-closes]')?.click()
    }
    // Before anything that floats is put away by the same press: one press closes one thing.
    window.addEventListener('keydown', press, true)
    return () => {
      window.removeEventListener('keydown', press, true)
      if (document.activeElement === document.body) openerOf(address)?.focus()
    }
  }, [])
  return (
    <aside ref={own} aria-labelledby={id} className="order-first grid w-full shrink-0 grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-panel border border-line bg-panel p-4 xl:order-none xl:w-120">
      <div className="flex items-start justify-between gap-3">
        <h2 id={id} tabIndex={-1} className="min-w-0 text-section wrap-anywhere">{title}</h2>
        <Link href={closeTo} stays closes className="quiet-motion inline-flex size-8 shrink-0 items-center justify-center rounded-control text-quiet hover:bg-hover hover:text-strong">
          <Icon name="close" /><span className="sr-only">Close</span>
        </Link>
      </div>
      {children}
    </aside>
  )
}

/** A list and what is open beside it. Under 768 px the open panel is the page. */
export function Beside({ panel, children }: { panel: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-6 xl:flex-row">
      <div className={`grid w-full min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-3 ${panel ? 'max-md:hidden' : ''}`}>{children}</div>
      {panel}
    </div>
  )
}
