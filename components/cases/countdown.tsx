'use client'
import { useEffect } from 'react'
import { useReread } from '~/components/shell/reread'
import { useClock } from '~/components/ui/clock'
import { minutesAndSeconds } from '~/components/ui/time'

const lookAgainMs = 3_000
/** How long until something happens, by the server's clock. When it is due, or being done, the page is read again until it says what came of it. */
export function Countdown({ until, now, isDue }: { until: string; now: string; isDue: boolean }) {
  const reread = useReread()
  const clock = useClock(now, 1_000)
  const left = clock === null ? Date.parse(until) - Date.parse(now) : Date.parse(until) - clock
  const waits = isDue || left <= 0
  useEffect(() => {
    if (!waits) return
    const looking = setInterval(reread, lookAgainMs)
    return () => clearInterval(looking)
  }, [waits, reread])
  return <span className="tabular-nums" role="timer">{waits ? 'It is being done now.' : `In ${minutesAndSeconds(left)}`}</span>
}
