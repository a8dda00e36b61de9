'use client'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { AsOf as Time } from '~/components/ui/moment'
import { usePut } from './board'
import { judgeReading } from './judge-reading'
import { type Live, listenLive, liveNow, type Reading, readHere } from './live-state'
import { isUnderWay, useRead } from './reread'

const off: Live = { link: 'off', place: null, told: null, isOnline: true }

/** When this was read, and whether it still is so: as far as the stream says, or not known. What is not so any more is read again by a press, if not by itself. */
export function AsOf({ at, heads, recorded }: Reading) {
  const [isReading, read] = useRead()
  const reading = useMemo(() => ({ at, heads, recorded }), [at, heads, recorded])
  usePut(readHere, reading)
  const live = useSyncExternalStore(listenLive, liveNow, () => off)
  const judged = judgeReading(reading, live)
  const isStale = useLasting(judged === 'stale')
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-dense text-quiet">
      <span><Time at={at} />{judged === 'current' && <span className="print:hidden">, live</span>}</span>
      <span role="status">{isStale && <><span aria-hidden="true">· </span>Something changed</>}</span>
      {/* Asked of a server that is not there, the browser would leave the page for its own. */}
      {isStale && live.isOnline && live.link === 'open' && (
        <>
          <span aria-hidden="true">·</span>
          <button type="button" aria-busy={isReading || undefined} onClick={read} className="min-h-6 text-accent underline underline-offset-2 hover:text-accent-hover">Read again</button>
        </>
      )}
    </p>
  )
}

const lastsMs = 500
/** Not of what is being read already: whoever did it, or has a page that reads itself, would be told of nothing that they do not see a moment later. */
function useLasting(is: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!is) return setLasts(false)
    const looking = setInterval(() => {
      if (isUnderWay()) return
      clearInterval(looking)
      setLasts(true)
    }, lastsMs)
    return () => clearInterval(looking)
  }, [is])
  return is && lasts
}
