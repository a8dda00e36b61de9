'use client'
import { useEffect, useState } from 'react'
import { Button } from '~/components/ui/button'
import { CopyButton } from '~/components/ui/copy-button'
import { LeaveGuard } from '~/components/ui/leave-guard'
import { Strip } from '~/components/ui/strip'

const linkClass = 'text-accent underline underline-offset-2 hover:text-accent-hover'

/** Shown once: nobody, not even the engine, can show them again. To leave before one has said so is asked about. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const [isKept, setKept] = useState(false)
  // Once nothing holds the page any more, whoever shows these may leave it.
  useEffect(() => { if (isKept) onKept() }, [isKept, onKept])
  const text = `Recovery codes for Bailiwick. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <div className="grid gap-4">
      <p>With your password, each of these lets you in once when you have lost your second factor. Keep them where you keep what must not be lost, and not beside your password.</p>
      <Strip tone="notice">They are shown only now.</Strip>
      <ol aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 rounded-control border border-line bg-sunken px-4 py-3">
        {codes.map((code) => <li key={code} className="name text-strong wrap-anywhere select-all">{code}</li>)}
      </ol>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="bailiwick-recovery-codes.txt" className={linkClass}>Download as text</a>
        <span className="inline-flex items-center gap-1">Copy all <CopyButton value={codes.join('\n')} of="the recovery codes" /></span>
      </p>
      <div><Button look="primary" onClick={() => setKept(true)}>I have kept them</Button></div>
      <LeaveGuard dirty={!isKept} />
    </div>
  )
}
