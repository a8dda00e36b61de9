'use client'
import { useEffect, useRef } from 'react'
import type { No } from './answer'

export type NotDone = { no: No<string>; on: string }
const listeners = new Set<(said: NotDone) => void>()
export function listenNotDone(hear: (said: NotDone) => void): () => void {
  listeners.add(hear)
  return () => { listeners.delete(hear) }
}

/**
 * Somebody was faster, and with the reading that follows a refusal what was pressed is gone from the page, and the words beside it why nothing was done: then the page says
 * them (not-done.tsx). Told before that reading begins; what is still there when it has ended says them itself.
 */
export function useToldAfter(isReading: boolean): (no: No<string> | null) => void {
  const untold = useRef<NotDone | null>(null)
  useEffect(() => { if (!isReading) untold.current = null }, [isReading])
  useEffect(() => () => {
    const said = untold.current
    if (said !== null && location.pathname === said.on) for (const hear of listeners) hear(said)
  }, [])
  return (no) => { untold.current = no && { no, on: location.pathname } }
}
