'use client'
import { useEffect, useState } from 'react'

/**
 * The server's time, as this window follows it; null until it does. A person's own clock may be wrong: what the server said when the page was read is
 * where it began, and only how long ago that was is measured here.
 */
export function useClock(serverNow: string, everyMs: number): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const ahead = Date.parse(serverNow) - Date.now()
    const tick = () => setNow(Date.now() + ahead)
    tick()
    const ticking = setInterval(tick, everyMs)
    return () => clearInterval(ticking)
  }, [serverNow, everyMs])
  return now
}
