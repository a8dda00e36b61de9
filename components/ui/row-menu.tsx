'use client'
import NextLink from 'next/link'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Icon } from './icon'
import { useReady } from './ready'
import { type Reason, sentenceOf } from './reason'

/** A way that leads somewhere, a deed, or either with why it cannot be now. */
export type RowAction = { says: string; whyNot?: Reason | null } & ({ href: string } | { onSelect: () => void } | { whyNot: Reason })

/**
 * What can be done with a row, behind three dots. The browser opens it over everything, closes it on Escape or a press outside, and gives the focus back; what is in it is there only while it is open.
 * The page behind goes on scrolling, and it stays at its button.
 */
export function RowMenu({ of, actions }: { of: string; actions: readonly RowAction[] }) {
  const [id, ready] = [useId(), useReady()]
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const byKeyboard = useRef(false)
  useStaysAt(button, menu, isOpen)
  const close = () => menu.current?.hidePopover()
  return (
    <>
      <button
        ref={button} type="button" disabled={!ready} popoverTarget={id} aria-haspopup="menu" aria-expanded={isOpen} aria-label={`Actions for ${of}`} onClick={(event) => { byKeyboard.current = event.detail === 0 }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          byKeyboard.current = true
          menu.current?.showPopover()
          menu.current?.focus()
        }}
        className="quiet-motion inline-flex size-7 items-center justify-center rounded-control text-quiet hover:bg-hover hover:text-strong aria-expanded:bg-hover aria-expanded:text-strong"
      >
        <Icon name="more" />
      </button>
      <div
        ref={menu} id={id} popover="auto" role="menu" tabIndex={-1} aria-label={`Actions for ${of}`} onKeyDown={(event) => move(event, close)}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState, currentTarget }) => {
          // Its lines go when it is closed and not before: the browser gives the focus back from the line that has it.
          if (newState === 'closed') return setOpen(false)
          // Who opened it by a key is on its first line; whoever pressed is in it, so that the arrows go on from there. Who has gone on to something else meanwhile stays there.
          const focused = document.activeElement
          if (focused !== button.current && focused !== currentTarget && focused !== document.body) return currentTarget.hidePopover()
          const first = byKeyboard.current ? linesIn(currentTarget)[0] : currentTarget
          first?.focus()
        }}
        className="min-w-44 max-w-72 rounded-panel border border-line bg-panel p-1 text-left text-body font-normal whitespace-normal text-plain shadow-float outline-none [inset:auto]"
      >
        {isOpen && actions.map((action) => <Line key={action.says} action={action} close={close} />)}
      </div>
    </>
  )
}

const [gapPx, marginPx] = [4, 8]
/** Under its button, and over it where there is no room; however the page or the table behind is scrolled meanwhile. */
function useStaysAt(button: RefObject<HTMLElement | null>, menu: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const place = () => {
      if (!button.current || !menu.current) return
      const { style } = menu.current
      // Measured where it has all the width there is.
      style.left = '0'
      const [at, size] = [button.current.getBoundingClientRect(), menu.current.getBoundingClientRect()]
      const below = at.bottom + gapPx + size.height + marginPx < window.innerHeight || at.top < size.height
      style.left = `${Math.max(marginPx, Math.min(at.right - size.width, window.innerWidth - size.width - marginPx))}px`
      style.top = `${below ? at.bottom + gapPx : at.top - gapPx - size.height}px`
    }
    const frame = requestAnimationFrame(place)
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [button, menu, isOpen])
}

const linesIn = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')]
/** Arrows go round, Home and End to the ends, a letter to the next line that begins with it, and Tab on from the button. */
function move(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const { key, currentTarget } = event
  if (key === 'Tab') close()
  if (key === 'Tab' || event.ctrlKey || event.metaKey || event.altKey) return
  const lines = linesIn(currentTarget)
  const at = document.activeElement instanceof HTMLElement ? lines.indexOf(document.activeElement) : -1
  const [last, goesOn] = [lines.length - 1, [...lines.slice(at + 1), ...lines.slice(0, at + 1)]]
  const next = key === 'ArrowDown' ? lines[at === last ? 0 : at + 1] : key === 'ArrowUp' ? lines[at <= 0 ? last : at - 1] : key === 'Home' ? lines[0] : key === 'End' ? lines[last]
    : key.length === 1 && key !== ' ' ? goesOn.find((line) => line.textContent.toLowerCase().startsWith(key.toLowerCase())) : undefined
  if (!next) return
  event.preventDefault()
  next.focus()
}

const look = 'quiet-motion flex min-h-8 w-full items-center rounded-control px-3 py-1 text-left focus:bg-hover -outline-offset-2'
function Line({ action, close }: { action: RowAction; close: () => void }) {
  const reason = useId()
  const { says, whyNot = null } = action
  const line = { role: 'menuitem', tabIndex: -1, onPointerMove: ({ currentTarget }: { currentTarget: HTMLElement }) => currentTarget.focus({ preventScroll: true }) } as const
  if (whyNot !== null) {
    return (
      <button type="button" {...line} aria-disabled="true" aria-label={says} aria-describedby={reason} className={`${look} cursor-not-allowed`}>
        <span className="grid"><span className="text-quiet">{says}</span><span id={reason} aria-hidden="true" className="text-dense text-quiet">{sentenceOf(whyNot)}</span></span>
      </button>
    )
  }
  const follow = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== ' ') return
    event.preventDefault()
    event.currentTarget.click()
  }
  if ('href' in action) return <NextLink href={action.href} prefetch={false} {...line} onClick={close} onKeyDown={follow} className={`${look} text-strong`}>{says}</NextLink>
  // Closed first: whatever the deed opens gives the focus back to the button.
  return <button type="button" {...line} onClick={() => { close(); if ('onSelect' in action) action.onSelect() }} className={`${look} text-strong`}>{says}</button>
}
