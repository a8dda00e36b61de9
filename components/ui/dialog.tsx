'use client'
import { useEffect, useId, useRef } from 'react'
import { findFocus } from './lost-focus'

const looks = {
  middle: { box: 'm-auto max-w-lg p-6', title: 'mb-3 text-section' },
  top: { box: 'mx-auto mt-[12dvh] mb-auto max-w-2xl overflow-hidden p-0', title: 'sr-only' },
}

/**
 * The browser's own dialog: it holds the focus, gives it back, makes the rest inert, and closes on Escape unless it `holds`. At the `top` it is one thing to type
 * into, whose title only a screen reader needs; that one closes when one presses beside it.
 */
export function Dialog({ title, onClose, holds = false, look = 'middle', children }: { title: string; onClose: () => void; holds?: boolean; look?: keyof typeof looks; children: React.ReactNode }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const own = dialog.current
    const opener = document.activeElement
    own?.showModal()
    return () => {
      own?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      else findFocus()
    }
  }, [])
  return (
    <dialog
      ref={dialog} aria-labelledby={id}
      onCancel={(event) => {
        // What stands in it has a cancelling of its own: a question that is asked over it, or the choice of a file.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!holds) onClose()
      }}
      {...(look === 'top' ? { onMouseDown: (event) => event.target === event.currentTarget && onClose() } : {})}
      className={`w-[calc(100vw-2rem)] rounded-panel border border-line bg-panel text-left text-body font-normal whitespace-normal text-plain shadow-float ${looks[look].box}`}
    >
      <h2 id={id} className={looks[look].title}>{title}</h2>
      {children}
    </dialog>
  )
}
