'use client'
import { useEffect } from 'react'
import { useRead } from '~/components/shell/reread'
import { useClock } from '~/components/ui/clock'
import type { GlassStanding } from '~/server/break-glass/decide-break-glass'
import { sayClock } from './say-clock'

const tickMs = 1_000
/** Counts down to when it opens, and then to when it is over. When it has run out the page is read again and says what is. */
export function GlassClock({ now, ...times }: { standing: GlassStanding; opensAt: string; until: string; now: string }) {
  const [, read] = useRead()
  const clock = useClock(now, tickMs)
  const shown = clock === null ? null : sayClock(times, clock)
  const isRunOut = shown?.isRunOut === true
  useEffect(() => { if (isRunOut) read() }, [isRunOut, read])
  return <span role="timer" className="whitespace-nowrap tabular-nums">{shown?.says ?? ''}</span>
}
