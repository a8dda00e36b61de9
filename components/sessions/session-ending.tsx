'use client'
import { useEffect, useRef, useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { listenLive, liveNow, setLive } from '~/components/shell/live-state'
import { ask } from '~/components/shell/send'
import { Button } from '~/components/ui/button'
import { useClock } from '~/components/ui/clock'
import { Strip } from '~/components/ui/strip'
import { minutesAndSeconds } from '~/components/ui/time'
import type { SessionStateShown } from '~/server/sessions/read-session-state'
import { decideEnding } from './decide-ending'

type Known = Pick<SessionStateShown, 'now' | 'endsAt' | 'idleEndsAt'>
const askAgainMs = 15_000
const longestMs = 2_000_000_000

/** How long until it is worth asking again: soon while the end is near, as another window may keep the session or end it. */
function waitMs(known: Known): number {
  const ending = decideEnding(known, Date.parse(known.now))
  if (ending.is === 'far') return Math.min(ending.lookAgainInMs, longestMs)
  return ending.is === 'near' ? Math.min(askAgainMs, ending.leftMs + 250) : askAgainMs
}

/**
 * Asks how it stands, which does not count as being there. Two minutes before the end it says so and takes nothing away; after it the page stays with what was
 * typed, and asks again when somebody who has signed in elsewhere comes back to it (../shell/live.tsx).
 */
export function SessionEnding() {
  const [known, setKnown] = useState<Known | null>(null)
  const look = useRef<() => Promise<void>>(undefined)
  useEffect(() => {
    let asked = new AbortController()
    let later: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    look.current = async () => {
      asked.abort()
      clearTimeout(later)
      const mine = new AbortController()
      asked = mine
      const told = await ask('sessions.state', {}, mine.signal)
      if (mine.signal.aborted) return
      isOver = !told.ok && told.no.reason === 'not_signed_in'
      setKnown(told.ok ? told.value : null)
      if (isOver) setLive({ link: 'signed_out' })
      else later = setTimeout(() => void look.current?.(), told.ok ? waitMs(told.value) : askAgainMs)
    }
    // What is over is over, until the window says that somebody has come back to it.
    const seen = () => { if (!isOver && document.visibilityState === 'visible') void look.current?.() }
    const unhear = listenLive(() => { if (isOver && liveNow().link !== 'signed_out') void look.current?.() })
    void look.current()
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('focus', seen)
    return () => {
      asked.abort()
      clearTimeout(later)
      unhear()
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('focus', seen)
    }
  }, [])
  return known && <Warning known={known} onStay={async () => {
    // Any question that somebody asks counts as being there.
    await ask('identity.places', {}, new AbortController().signal)
    await look.current?.()
  }} />
}

const reasons = { idle: 'nothing was done here for a while', whole: 'you signed in a day ago' }

function Warning({ known, onStay }: { known: Known; onStay: () => Promise<void> }) {
  const clock = useClock(known.now, 1_000)
  const [isStaying, setStaying] = useState(false)
  const ending = clock === null ? null : decideEnding(known, clock)
  const because = ending?.is === 'near' ? ending.because : null
  useEffect(() => {
    if (because !== null) announce(`Your session ends in two minutes, because ${reasons[because]}. ${because === 'idle' ? 'To stay signed in, use the button at the top of the page.' : 'What you typed stays here.'}`)
  }, [because])
  if (ending?.is !== 'near') return null
  const stay = async () => {
    setStaying(true)
    await onStay()
    setStaying(false)
  }
  return (
    <Strip tone="notice" edge action={ending.because === 'idle' && <Button size="dense" isSaving={isStaying} onClick={() => void stay()}>Stay signed in</Button>}>
      Your session ends in <span role="timer" className="name">{minutesAndSeconds(ending.leftMs)}</span>, because {reasons[ending.because]}.{ending.because === 'whole' && ' What you typed stays here.'}
    </Strip>
  )
}
