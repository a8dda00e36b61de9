'use client'
import { usePathname } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { Strip } from '~/components/ui/strip'
import { useBoard } from './board'
import { type Live, listenLive, liveNow, readHere } from './live-state'
import { paths } from './paths'

const well: Live = { link: 'off', place: null, told: null, isOnline: true }

/** What holds for the whole window: that nothing newer arrives here, and since when. What is shown stays. */
export function StateLine() {
  const path = usePathname()
  const { link, isOnline } = useSyncExternalStore(listenLive, liveNow, () => well)
  const at = useBoard(readHere).at(-1)?.at
  const showing = at ? ` Showing ${at.slice(11, 16)} UTC.` : ''
  return (
    <div role="status">
      {!isOnline ? <Strip tone="offline" edge>You are offline.{showing}</Strip>
        : link === 'lost' ? <Strip tone="offline" edge>Bailiwick does not answer.{showing}</Strip>
        : link === 'signed_out' && (
          <Strip tone="notice" edge>
            You were signed out.{showing} <a href={paths.signInTo(path)} target="_blank" rel="noopener" className="text-accent underline underline-offset-2 hover:text-accent-hover">Sign in in a new window</a>; what you typed stays here.
          </Strip>
        )}
    </div>
  )
}
