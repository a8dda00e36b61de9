'use client'
import { Menu } from '@base-ui/react/menu'
import NextLink from 'next/link'
import { type RefObject, useId, useRef } from 'react'
import { sentenceOf } from './reason'
import type { RowAction } from './row-menu'

export type Opened = { label: string; actions: readonly RowAction[]; button: RefObject<HTMLButtonElement | null>; isOpen: boolean; byKeyboard: boolean; onOpen: (isOpen: boolean) => void }

/** The menu of a row, at its button. It is not modal: the page behind goes on scrolling, and a press outside puts it away. */
export function RowMenuOpened({ label, actions, button, isOpen, byKeyboard, onOpen }: Opened) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Menu.Root
      open={isOpen} modal={false}
      // A press on the button is the button's to answer: closed here, it would be opened there again.
      onOpenChange={(wanted, { event }) => (event.target instanceof Node && button.current?.contains(event.target)) || onOpen(wanted)}
      // Who opened it by a key is on its first line, unless they went on to another meanwhile.
      onOpenChangeComplete={(open) => open && byKeyboard && document.activeElement?.getAttribute('role') !== 'menuitem' && popup.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={button} side="bottom" align="end" sideOffset={4} collisionPadding={8} className="z-(--z-menu)">
          <Menu.Popup ref={popup} aria-label={label} finalFocus={button} className="min-w-44 max-w-72 rounded-panel border border-line bg-panel p-1 text-body text-plain shadow-float outline-none">
            {actions.map((action) => <Item key={action.says} action={action} />)}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const item = 'quiet-motion flex min-h-8 w-full items-center rounded-control px-3 py-1 text-left text-strong outline-none data-highlighted:bg-hover data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-focus'
function Item({ action }: { action: RowAction }) {
  const reason = useId()
  const { says, whyNot = null } = action
  if (whyNot !== null) {
    return (
      <Menu.Item aria-disabled="true" aria-describedby={reason} closeOnClick={false} label={says} className={`${item} cursor-not-allowed`}>
        <span className="grid"><span className="text-quiet">{says}</span><span id={reason} aria-hidden="true" className="text-dense text-quiet">{sentenceOf(whyNot)}</span></span>
      </Menu.Item>
    )
  }
  if ('href' in action) return <Menu.LinkItem closeOnClick label={says} className={item} render={<NextLink href={action.href} prefetch={false} />}>{says}</Menu.LinkItem>
  return <Menu.Item label={says} className={item} onClick={() => 'onSelect' in action && action.onSelect()}>{says}</Menu.Item>
}
