'use client'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { isFreeKey, isSingleKey } from './single-key'

const steps: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** What is held at its side while it scrolls lies over whatever comes there. */
const heldIn = (table: HTMLElement) => [...table.querySelectorAll<HTMLElement>('thead th')].filter((head) => getComputedStyle(head).position === 'sticky').reduce((sum, { offsetWidth }) => sum + offsetWidth, 0)

/** Scrolls sideways, and takes the keyboard: j and k from anywhere on the page, arrows from within, x to choose the row. Its edge says as long as there is more beyond it; what has the focus is beside what is held. One that has room for all of it keeps what its columns are called in sight. */
export function TableKeys({ label, selects, children }: { label: string; selects: boolean; children: React.ReactNode }) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const table = own.current
    if (!table) return
    const look = () => void table.toggleAttribute('data-more', table.scrollLeft + table.clientWidth < table.scrollWidth - 1)
    const isOfThePage = table.closest('dialog, aside, [popover]') === null
    const sizes = new ResizeObserver(() => {
      table.style.scrollPaddingInlineStart = `${heldIn(table)}px`
      table.style.setProperty('--head', `${table.querySelector('thead')?.offsetHeight ?? 0}px`)
      table.toggleAttribute('data-fits', isOfThePage && [...table.children].every((child) => child.scrollWidth <= table.clientWidth))
      look()
    })
    for (const sized of [table, ...table.children]) sizes.observe(sized)
    table.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      table.removeEventListener('scroll', look)
    }
  }, [])
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      const table = own.current
      const focused = document.activeElement
      if (!table || !focused) return
      const isWithin = table.contains(focused)
      // Letters go to the table one is in, else to the first.
      if (!isWithin && (focused.closest('[data-rows]') || document.querySelector('[data-rows]') !== table)) return
      const step = steps[event.key]
      if (step !== undefined && (event.key.length === 1 ? isSingleKey(event) : isWithin && isFreeKey(event) && !event.shiftKey)) {
        const names = [...table.querySelectorAll<HTMLElement>('tbody th[scope="row"] a')]
        const row = isWithin ? focused.closest('tr') : null
        const at = row ? names.findIndex((name) => row.contains(name)) : -1
        const next = names[at === -1 ? (step > 0 ? 0 : names.length - 1) : Math.max(0, Math.min(names.length - 1, at + step))]
        if (!next) return
        event.preventDefault()
        const { scrollLeft } = table
        next.focus()
        // A name is held at the side: whoever reads a column further on goes on reading it.
        table.scrollLeft = scrollLeft
      }
      if (event.key.toLowerCase() === 'x' && isWithin && isSingleKey(event)) {
        focused.closest('tbody tr')?.querySelector('input[data-select]')?.dispatchEvent(new MouseEvent('click', { shiftKey: event.shiftKey, bubbles: true, cancelable: true }))
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <div ref={own} tabIndex={0} role="group" aria-label={label} data-rows="" data-selects={selects ? '' : undefined} className="relative overflow-x-auto rounded-panel border border-line bg-panel">
      {children}
    </div>
  )
}
