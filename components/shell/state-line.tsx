'use client'
import { useOffline } from 'next/offline'
import { useSyncExternalStore } from 'react'
import { Strip } from '~/components/ui/strip'
import { useBoard } from './board'
import { type Live, listenLive, liveNow, readHere } from './live-state'
import { SignInAgain } from './sign-in-again'

const well: Live = { link: 'off', place: null, told: null, isOnline: true }

/** What holds for the whole window: that nothing newer arrives here, and since when. What is shown stays. */
export function StateLine() {
  const { link, isOnline } = useSyncExternalStore(listenLive, liveNow, () => well)
  // Something was asked for that no answer came to: it is asked for again until one does.
  const waits = useOffline()
  const at = useBoard(readHere).at(-1)?.at
  const showing = at ? ` Showing ${at.slice(11, 16)} UTC.` : ''
  return (
    <div role="status">
      {!isOnline ? <Strip tone="offline" edge>You are offline.{showing}</Strip>
        : waits ? <Strip tone="offline" edge>Bailiwick does not answer.{showing} What you opened comes as soon as it does.</Strip>
        : link === 'lost' ? <Strip tone="offline" edge>Bailiwick does not answer.{showing}</Strip>
        : link === 'signed_out' && (
          <Strip tone="notice" edge>
            You were signed out.{showing} <SignInAgain />; what you typed stays here.
          </Strip>
        )}
    </div>
  )
}
