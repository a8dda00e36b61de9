'use client'
import { useEffect } from 'react'

/** Where the focus was last, and what that stood in, from the inside out. */
let last: { readonly own: Element; readonly around: readonly Element[] } | null = null

function remember({ target }: FocusEvent): void {
  if (!(target instanceof Element) || !target.closest('main, header')) return
  const around: Element[] = []
  for (let outer = target.parentElement; outer !== null; outer = outer.parentElement) around.push(outer)
  last = { own: target, around }
}
/** Whoever leaves what goes on being there has gone somewhere, and is not brought back; what lies over the page is nowhere else. */
function forget({ target }: FocusEvent): void {
  queueMicrotask(() => { if (last?.own === target && last?.own.isConnected && !document.activeElement?.closest('dialog')) last = null })
}
export function watchFocus(): void {
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forget)
}

/** Of a row its name; of what takes the keyboard itself; of a part, a panel and the page what they are called; of what stands above the page that of the page. */
function placeIn(outer: Element): HTMLElement | null {
  if (outer instanceof HTMLTableRowElement) return outer.querySelector<HTMLElement>('th[scope="row"] a')
  if (outer instanceof HTMLElement && outer.hasAttribute('tabindex')) return outer
  return outer.matches('section, aside, main') ? outer.querySelector<HTMLElement>('h1, h2, h3') : null
}
/** For what is gone when the page was read again, whoever had it read; another page begins at its top. */
export function useFoundFocus(): void {
  useEffect(() => {
    const here = location.pathname
    watchFocus()
    return () => { if (location.pathname === here) findFocus() }
  }, [])
}
/** What had the focus is gone, with a deed that was done or as something else came in its place: then whoever goes by the keyboard goes on from next to it, and not from the top. */
export function findFocus(): void {
  queueMicrotask(() => {
    if (document.activeElement !== document.body || last === null || last.own.isConnected) return
    const place = last.around.filter((outer) => outer.isConnected).map(placeIn).find((found) => found !== null) ?? document.querySelector<HTMLElement>('main h1')
    if (place && !place.matches('a, button, [tabindex]')) place.tabIndex = -1
    place?.focus({ preventScroll: true })
  })
}
