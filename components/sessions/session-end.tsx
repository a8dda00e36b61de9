'use client'
import { type ComponentType, useEffect, useState } from 'react'
import { decideEnding, type SessionEnds } from './decide-ending'

const longestMs = 2_000_000_000

/** Waits until the session's end is near, as it was when the page was read; what then asks and warns is fetched then. */
export function SessionEnd({ endsAt, idleEndsAt, now }: SessionEnds & { now: string }) {
  const [Ending, setEnding] = useState<ComponentType | null>(null)
  useEffect(() => {
    const ending = decideEnding({ endsAt, idleEndsAt }, Date.parse(now))
    const later = setTimeout(() => {
      import('./session-ending').then((loaded) => setEnding(() => loaded.SessionEnding), () => undefined)
    }, ending.is === 'far' ? Math.min(ending.lookAgainInMs, longestMs) : 0)
    return () => clearTimeout(later)
  }, [endsAt, idleEndsAt, now])
  return Ending && <Ending />
}
