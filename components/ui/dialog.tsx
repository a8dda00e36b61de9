'use client'
import { useEffect, useId, useRef } from 'react'

/** The browser's own dialog: it holds the focus, gives it back, makes the rest inert, and closes on Escape unless it `holds`. */
export function Dialog({ title, onClose, holds = false, children }: { title: string; onClose: () => void; holds?: boolean; children: React.ReactNode }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const own = dialog.current
    const opener = document.activeElement
    own?.showModal()
    return () => {
      own?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog} aria-labelledby={id} onCancel={(event) => { event.preventDefault(); if (!holds) onClose() }}
      className="m-auto w-[calc(100vw-2rem)] max-w-lg rounded-panel border border-line bg-panel p-6 text-body text-plain shadow-float"
    >
      <h2 id={id} className="mb-3 text-section">{title}</h2>
      {children}
    </dialog>
  )
}
