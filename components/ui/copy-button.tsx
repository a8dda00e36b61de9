'use client'
import { useState } from 'react'
import { Icon } from './icon'
import { useReady } from './ready'
import { toast } from './toast'

/** `of` is what is copied, in words: "the reference". */
export function CopyButton({ value, of }: { value: string; of: string }) {
  const ready = useReady()
  const [hasFailed, setFailed] = useState(false)
  async function copy() {
    const isDone = await navigator.clipboard.writeText(value).then(() => true, () => false)
    setFailed(!isDone)
    if (isDone) toast(`Copied ${of}`)
  }
  return (
    <span className="inline-flex items-center gap-1 align-middle">
      <button
        type="button" disabled={!ready} onClick={() => void copy()} aria-label={`Copy ${of}`}
        className="quiet-motion inline-flex size-6 items-center justify-center rounded-badge text-quiet hover:bg-hover hover:text-strong"
      >
        <Icon name="copy" className="size-3.5" />
      </button>
      <span role="alert" className="font-sans text-dense text-danger empty:hidden">{hasFailed && 'The browser did not allow it. Select it and copy it by hand.'}</span>
    </span>
  )
}
