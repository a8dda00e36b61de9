'use client'
import { Tip } from './tip'

/** A control that cannot be used now. It can be reached, and tells why. */
export function WhyNot({ reason, className, children, 'aria-label': label }: { reason: string; className: string; children: React.ReactNode; 'aria-label'?: string }) {
  return (
    <Tip says={reason}>
      {({ ref, ...described }) => (
        <button ref={ref} type="button" aria-disabled="true" {...described} className={className} {...(label === undefined ? {} : { 'aria-label': label })}>{children}</button>
      )}
    </Tip>
  )
}
