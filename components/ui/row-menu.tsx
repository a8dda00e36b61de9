'use client'
import { type ComponentType, useRef, useState } from 'react'
import { Icon } from './icon'
import type { Opened } from './row-menu-opened'
import { useReady } from './ready'
import type { Reason } from './reason'

/** A way that leads somewhere, a deed, or either with why it cannot be now. */
export type RowAction = { says: string; whyNot?: Reason | null } & ({ href: string } | { onSelect: () => void } | { whyNot: Reason })

/** What can be done with a row, behind three dots. The menu itself is fetched when somebody comes near it, and opens as soon as it is there. */
export function RowMenu({ of, actions }: { of: string; actions: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const ready = useReady()
  const [Menu, setMenu] = useState<ComponentType<Opened> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const fetchMenu = () => void import('./row-menu-opened').then(({ RowMenuOpened }) => setMenu(() => RowMenuOpened))
  function turn(isKey: boolean) {
    fetchMenu()
    setByKeyboard(isKey)
    setOpen(!isOpen)
  }
  return (
    <>
      <button
        ref={button} type="button" disabled={!ready} aria-haspopup="menu" aria-expanded={isOpen} aria-label={`Actions for ${of}`} onPointerEnter={fetchMenu} onFocus={fetchMenu} onClick={(event) => turn(event.detail === 0)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          turn(true)
        }}
        className="quiet-motion inline-flex size-7 items-center justify-center rounded-control text-quiet hover:bg-hover hover:text-strong aria-expanded:bg-hover aria-expanded:text-strong"
      >
        <Icon name="more" />
      </button>
      {Menu && <Menu label={`Actions for ${of}`} actions={actions} button={button} isOpen={isOpen} byKeyboard={byKeyboard} onOpen={setOpen} />}
    </>
  )
}
