'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { momentName } from '~/components/ui/keep-moment'
import { judgeReading, mayReadAgain } from './judge-reading'
import { listenLive, liveNow, readHere, setLive } from './live-state'
import { type Place, placeOf, type Ways } from './place'
import { useRead, useReread } from './reread'

const hiddenMs = 60_000
/** However much is done, the page is not read again more often. */
const restMs = 2_000
const typedInto = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable]'
const floats = 'dialog[open], [popover]:popover-open:not([role="tooltip"])'

/** Where something could be told of: in a tenant of theirs, on the platform if they work on it. Elsewhere the door would say no, and that is recorded. */
function watchable(place: Place, map: Ways): string | null {
  if (place.kind === 'platform') return map.platform ? 'platform' : null
  return place.kind === 'tenant' && map.tenants.some(({ tenant }) => tenant === place.tenant) ? place.tenant : null
}

/** One stream a window, for the place it shows, while somebody looks at it. It costs the first load nothing: it is fetched when the page has come to rest. */
export function Live({ map }: { map: Ways }) {
  // What is read as of a moment that has passed does not change.
  const isPast = useSearchParams().has(momentName)
  const here = watchable(placeOf(usePathname()), map)
  const place = isPast ? null : here
  const timesBack = useComingBack()
  useReadAgain()
  return <Stream key={timesBack} place={place} />
}

/** Each time that somebody who was signed out comes back, there is another. */
function Stream({ place }: { place: string | null }) {
  useEffect(() => {
    setLive({ place, told: null, link: 'off' })
    if (place === null) return
    let stop: (() => void) | null = null
    let left = false
    let isWanted = false
    let hideLater: ReturnType<typeof setTimeout> | undefined
    const begin = async () => {
      isWanted = true
      const loaded = await import('./live-stream').catch(() => null)
      if (left || !isWanted || stop || !loaded) return
      stop = place === 'platform' ? loaded.follow('tenants.watchPlatform', {}, setLive) : loaded.follow('tenants.watch', { tenant: place }, setLive)
    }
    const end = () => {
      isWanted = false
      stop?.()
      stop = null
      setLive({ link: 'off' })
    }
    const look = () => {
      clearTimeout(hideLater)
      if (document.visibilityState === 'visible') void begin()
      else hideLater = setTimeout(end, hiddenMs)
    }
    const rest = whenIdle(() => { if (document.visibilityState === 'visible') void begin() })
    document.addEventListener('visibilitychange', look)
    return () => {
      left = true
      rest()
      clearTimeout(hideLater)
      document.removeEventListener('visibilitychange', look)
      stop?.()
    }
  }, [place])

  useEffect(() => {
    const say = () => setLive({ isOnline: navigator.onLine })
    say()
    window.addEventListener('online', say)
    window.addEventListener('offline', say)
    return () => {
      window.removeEventListener('online', say)
      window.removeEventListener('offline', say)
    }
  }, [])
  return null
}

/**
 * Whoever was signed out here and has signed in in another window comes back to this one: it is read again, and what was typed stays. Every question of a session that
 * is over is recorded: it is asked when somebody comes back, and not in between. How often that was.
 */
function useComingBack(): number {
  const [, read] = useRead()
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const isOut = () => liveNow().link === 'signed_out'
    const look = async () => {
      if (document.visibilityState !== 'visible' || !isOut()) return
      const { ask } = await import('./send')
      const told = await ask('sessions.state', {}, new AbortController().signal)
      if (!told.ok || !isOut()) return
      setLive({ link: 'off' })
      setTimes((before) => before + 1)
      read()
    }
    const seen = () => void look()
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('focus', seen)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('focus', seen)
    }
  }, [read])
  return times
}

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const later = setTimeout(work, 1_000)
    return () => clearTimeout(later)
  }
  const later = requestIdleCallback(work, { timeout: 3_000 })
  return () => cancelIdleCallback(later)
}

/** A page that is not what is any more is read again as soon as that disturbs nobody. Until then it says so (as-of.tsx). */
function useReadAgain(): void {
  const reread = useReread()
  useEffect(() => {
    let readAt = Number.NEGATIVE_INFINITY
    let activeAt = performance.now()
    const drafts = new WeakSet<Element>()
    let later: ReturnType<typeof setTimeout> | undefined
    function look(): void {
      clearTimeout(later)
      const reading = readHere.read().at(-1) ?? null
      if (!reading || judgeReading(reading, liveNow()) !== 'stale') return
      const rested = readAt + restMs - performance.now()
      const around = {
        isTyping: Boolean(document.activeElement?.closest(typedInto)), hasDialog: document.querySelector(floats) !== null, hasDraft: [...document.forms].some((form) => drafts.has(form)),
        idleMs: performance.now() - activeAt, isHidden: document.visibilityState === 'hidden',
      }
      if (rested <= 0 && mayReadAgain(reading, liveNow(), around)) {
        readAt = performance.now()
        reread()
      }
      later = setTimeout(look, restMs)
    }
    const active = () => { activeAt = performance.now() }
    const typed = ({ target }: Event) => {
      const form = target instanceof Element ? target.closest('form:not([role="search"])') : null
      if (form) drafts.add(form)
    }
    const sent = ({ target }: Event) => { if (target instanceof Element) drafts.delete(target) }
    const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
    for (const sign of signs) window.addEventListener(sign, active, { passive: true })
    document.addEventListener('input', typed)
    document.addEventListener('submit', sent)
    const unhear = [listenLive(look), readHere.listen(look)]
    return () => {
      clearTimeout(later)
      for (const sign of signs) window.removeEventListener(sign, active)
      document.removeEventListener('input', typed)
      document.removeEventListener('submit', sent)
      for (const undo of unhear) undo()
    }
  }, [reread])
}
