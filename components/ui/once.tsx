'use client'
import { Button } from './button'
import { CopyButton } from './copy-button'
import { LeaveGuard } from './leave-guard'
import { Strip } from './strip'

/** A secret that is shown now and never again: whoever leaves before they have it is asked. */
export function Once({ says, secret, of, onKept }: { says: string; secret: string; of: string; onKept: () => void }) {
  return (
    <div className="grid gap-4">
      <p>{says}</p>
      <Strip tone="notice">It is shown only now.</Strip>
      <p className="name rounded-control border border-line bg-sunken px-3 py-2 text-strong wrap-anywhere select-all">{secret}<CopyButton value={secret} of={of} /></p>
      <div><Button look="primary" onClick={onKept}>I have it</Button></div>
      <LeaveGuard dirty />
    </div>
  )
}
