'use client'
import { useCallback, useEffect, useId, useRef, useState } from 'react'

const gapPx = 6
const marginPx = 8

type Anchor = { ref: (element: HTMLElement | null) => void; 'aria-describedby': string }

/**
 * A sentence about what it stands at: on focus, under the pointer, and to a screen reader. The pointer may go over to it, and Escape puts it away
 * wherever the focus is (WCAG 1.4.13).
 */
export function Tip({ says, className = 'inline-flex', children }: { says: string; className?: string; children: (anchor: Anchor) => React.ReactNode }) {
  const id = useId()
  const anchor = useRef<HTMLElement | null>(null)
  const hold = useCallback((element: HTMLElement | null) => { anchor.current = element }, [])
  const tip = useRef<HTMLSpanElement>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const own = tip.current
    if (!isShown || !own || !anchor.current) return
    own.showPopover()
    const [at, size] = [anchor.current.getBoundingClientRect(), own.getBoundingClientRect()]
    const below = at.bottom + gapPx + size.height < window.innerHeight
    own.style.left = `${Math.max(marginPx, Math.min(at.left, window.innerWidth - size.width - marginPx))}px`
    own.style.top = `${below ? at.bottom + gapPx : at.top - gapPx - size.height}px`
    const putAway = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Only the topmost thing is put away by one press.
      event.preventDefault()
      setShown(false)
    }
    window.addEventListener('keydown', putAway, true)
    return () => {
      window.removeEventListener('keydown', putAway, true)
      own.hidePopover()
    }
  }, [isShown])
  return (
    <span
      className={className} onMouseEnter={() => setShown(true)} onFocus={() => setShown(true)} onBlur={() => setShown(false)}
      onMouseLeave={() => setShown(anchor.current !== null && document.activeElement === anchor.current)}
    >
      {children({ ref: hold, 'aria-describedby': id })}
      {/* The border around it that is not seen bridges the gap, so that the pointer can cross. */}
      <span
        ref={tip} id={id} role="tooltip" popover="manual"
        className="max-w-72 overflow-visible rounded-control border border-line bg-panel px-3 py-2 text-left font-sans text-dense font-normal whitespace-normal text-plain shadow-float before:absolute before:-inset-2 before:-z-1 [inset:auto]"
      >
        {says}
      </span>
    </span>
  )
}

/** Words that have more to say, and can be reached so that they do. */
export function Explained({ says, className = '', children }: { says: string; className?: string; children: React.ReactNode }) {
  return <Tip says={says}>{({ ref, ...described }) => <span ref={ref} tabIndex={0} {...described} className={`rounded-badge ${className}`}>{children}</span>}</Tip>
}
