'use client'
import { useId } from 'react'

/** The bar beside the words that say the same: solid is taken, hatched is promised, the track is free. Drawn, because styles in the page's text are not allowed. */
export function Meter({ taken, promised, tone }: { taken: number; promised: number; tone: 'usual' | 'notice' | 'danger' }) {
  const hatch = useId()
  const ink = { usual: 'text-accent', notice: 'text-notice-mark', danger: 'text-danger-mark' }[tone]
  return (
    <svg aria-hidden="true" className={`h-2 w-full rounded-badge bg-hover ring-1 ring-line ring-inset forced-colors:border ${ink}`}>
      <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2.5" height="5" fill="currentColor" /></pattern>
      <rect width={`${taken}%`} height="100%" fill="currentColor" />
      <rect x={`${taken}%`} width={`${promised}%`} height="100%" fill={`url(#${hatch})`} />
    </svg>
  )
}
