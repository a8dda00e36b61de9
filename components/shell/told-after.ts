'use client'
import { useEffect, useRef } from 'react'
import type { No } from './answer'

/** Why nothing was done, and what somebody wrote for it: either may be missing. */
export type NotDone = { no: No<string> | null; written: string; on: string }
const listeners = new Set<(said: NotDone) => void>()
export function listenNotDone(hear: (said: NotDone) => void): () => void {
  listeners.add(hear)
  return () => { listeners.delete(hear) }
}
/** At once: whoever signs in here in somebody's place listens only when that is over, and does not read what the other one wrote. */
function tell(said: NotDone): void {
  for (const hear of listeners) hear(said)
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
    if (said !== null && location.pathname === said.on) tell(said)
  }, [])
  return (no) => { untold.current = no && { no, written: '', on: location.pathname } }
}

const here = () => location.pathname + location.search
/** Words of one's own, as far as they are written: if what they are for is gone from the page before they were taken, whoever had it read, the page gives them back (not-done.tsx). */
export function useWritten(text: string): void {
  const written = useRef({ text: '', at: '' })
  useEffect(() => { written.current = { text: text.trim(), at: here() } })
  useEffect(() => () => {
    const { text: left, at } = written.current
    if (left !== '' && at === here()) tell({ no: null, written: left, on: location.pathname })
  }, [])
}
