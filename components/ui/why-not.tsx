'use client'
import { type ComponentType, useState } from 'react'
import { type Missing, type Reason, sentenceOf } from './reason'
import { Tip } from './tip'
import type { WhyNotOpened } from './why-not-opened'

type Opened = ComponentType<React.ComponentProps<typeof WhyNotOpened>>

/** A control that cannot be used now. It can be reached, and tells why; pressed, it tells all that there is to know. */
export function WhyNot({ reason, className, children, 'aria-label': label }: { reason: Reason; className: string; children: React.ReactNode; 'aria-label'?: string }) {
  const [shown, show] = useState<{ missing: Missing; Part: Opened } | null>(null)
  const open = () => {
    if (typeof reason === 'string') return
    import('./why-not-opened').then(({ WhyNotOpened }) => show({ missing: reason, Part: WhyNotOpened }), () => undefined)
  }
  return (
    <>
      <Tip says={sentenceOf(reason)}>
        {({ ref, ...described }) => (
          <button ref={ref} type="button" aria-disabled="true" {...described} className={className} onClick={open} {...(label === undefined ? {} : { 'aria-label': label })}>{children}</button>
        )}
      </Tip>
      {shown && <shown.Part missing={shown.missing} onClose={() => show(null)} />}
    </>
  )
}
