'use client'
import { useId, useRef } from 'react'

const gapPx = 6
const marginPx = 8

/** A control that cannot be used now. It can be reached, and tells why: on focus, under the pointer, and to a screen reader; Escape puts the reason away. */
export function WhyNot({ reason, className, children, 'aria-label': label }: { reason: string; className: string; children: React.ReactNode; 'aria-label'?: string }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  function show() {
    if (!tip.current || !button.current) return
    tip.current.showPopover()
    const at = button.current.getBoundingClientRect()
    const own = tip.current.getBoundingClientRect()
    const below = at.bottom + gapPx + own.height < window.innerHeight
    tip.current.style.left = `${Math.max(marginPx, Math.min(at.left, window.innerWidth - own.width - marginPx))}px`
    tip.current.style.top = `${below ? at.bottom + gapPx : at.top - gapPx - own.height}px`
  }
  const hide = () => tip.current?.matches(':popover-open') && tip.current.hidePopover()
  return (
    <span
      className="inline-flex" onMouseEnter={show} onFocus={show} onBlur={hide}
      onMouseLeave={() => document.activeElement !== button.current && hide()} onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      <button ref={button} type="button" aria-disabled="true" aria-describedby={id} className={className} {...(label === undefined ? {} : { 'aria-label': label })}>{children}</button>
      <span ref={tip} id={id} role="tooltip" popover="manual" className="max-w-72 rounded-control border border-line bg-panel px-3 py-2 text-dense text-plain shadow-float [inset:auto]">
        {reason}
      </span>
    </span>
  )
}
