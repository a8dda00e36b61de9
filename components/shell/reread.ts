'use client'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useTransition } from 'react'
import { findFocus, watchFocus } from '~/components/ui/lost-focus'
import { liveNow } from './live-state'

/** Readings of this page that have not come yet, and deeds after which it is read. */
const underWay = new Set<object>()
export const isUnderWay = (): boolean => underWay.size > 0
export function useUnderWay(is: boolean): void {
  useEffect(() => {
    if (!is) return
    const own = {}
    underWay.add(own)
    return () => { underWay.delete(own) }
  }, [is])
}

/** Whoever is signed out here is not read to: the answer would be the sign-in, in the place of the page and of all that was typed on it. When they are back it is read (live.tsx). */
function useReading(): [isReading: boolean, read: () => void] {
  const router = useRouter()
  const [isReading, begin] = useTransition()
  useUnderWay(isReading)
  return [isReading, useCallback(() => { if (liveNow().link !== 'signed_out') begin(() => router.refresh()) }, [router])]
}
/** Has the page read again, for somebody who asked for it or did something to it: what they pressed may be gone then, and with it their place on the page. */
export function useRead(): [isReading: boolean, read: () => void] {
  const [isReading, read] = useReading()
  useEffect(watchFocus, [])
  useEffect(() => (isReading ? findFocus : undefined), [isReading])
  return [isReading, read]
}

/**
 * For whoever looks again and again: as `useRead`, but only where nothing else is under way. What was read is shown when nothing that was asked for after it is still under way, and
 * so is where a link leads: readings that begin sooner than the server ends them would keep the page as it is for as long as it is slow, and no link would lead anywhere.
 */
export function useReread(): () => void {
  const [, read] = useReading()
  return useCallback(() => { if (!isUnderWay()) read() }, [read])
}
