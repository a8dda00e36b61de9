'use client'
import { useEffect } from 'react'
import { lower } from '~/components/shell/overlay'
import { useRead } from '~/components/shell/reread'
import { Button } from '~/components/ui/button'
import { useClock } from '~/components/ui/clock'
import { useFoundFocus } from '~/components/ui/lost-focus'
import { left } from '~/components/ui/time'

const tickMs = 1_000

/** In the header, wherever an operator is, for as long as they can change things. When it is over, the page is read again and says so. */
export function Elevated({ until, now }: { until: string; now: string }) {
  const [, read] = useRead()
  useFoundFocus()
  const clock = useClock(now, tickMs)
  const leftMs = clock === null ? null : Date.parse(until) - clock
  const isOver = leftMs !== null && leftMs <= 0
  useEffect(() => { if (isOver) read() }, [isOver, read])
  if (isOver) return null
  return (
    <div role="group" aria-label="Elevation" className="inline-flex shrink-0 items-center gap-2 max-[18rem]:flex-wrap max-[18rem]:shrink rounded-control bg-notice-tint py-0.5 pr-0.5 pl-2 text-dense text-notice">
      <span className="whitespace-nowrap">Elevated<span aria-hidden="true"> · </span><span role="timer">{leftMs === null ? '' : `${left(leftMs)} left`}</span></span>
      <Button size="dense" onClick={lower}>End now</Button>
    </div>
  )
}
