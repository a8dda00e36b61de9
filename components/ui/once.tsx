'use client'
import { useEffect, useId, useRef } from 'react'
import { Button } from './button'
import { CopyButton } from './copy-button'
import { LeaveGuard } from './leave-guard'
import { findFocus } from './lost-focus'
import { Strip } from './strip'

/** A secret that is shown now and never again, in the place of what asked for it: it takes the focus, and whoever leaves before they have it is asked. */
export function Once({ says, secret, of, onKept }: { says: string; secret: string; of: string; onKept: () => void }) {
  const id = useId()
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    own.current?.focus()
    return findFocus
  }, [])
  return (
    <div ref={own} role="group" aria-labelledby={id} tabIndex={-1} className="grid gap-4">
      <p id={id}>{says}</p>
      <Strip tone="notice">It is shown only now.</Strip>
      <p className="name rounded-control border border-line bg-sunken px-3 py-2 text-strong wrap-anywhere select-all">{secret}<CopyButton value={secret} of={of} /></p>
      <div><Button look="primary" onClick={onKept}>I have it</Button></div>
      <LeaveGuard dirty />
    </div>
  )
}
