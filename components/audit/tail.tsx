'use client'
import { useEffect, useRef, useState } from 'react'
import type { QuestionOf } from '~/components/shell/answer'
import { attendedMs } from '~/components/shell/judge-reading'
import { listenLive, liveNow } from '~/components/shell/live-state'
import { useRead } from '~/components/shell/reread'
import { ask } from '~/components/shell/send'
import { Button } from '~/components/ui/button'
import { sayNewer } from './say-newer'

type Asked = { readonly query: string; readonly actors: string[] | null; readonly at: string; readonly id: string }
/** What the stream does not tell, as that somebody was turned away, is asked for this often; and it is never asked again sooner than this. */
const [everyMs, restMs, triesMost] = [10_000, 2_000, 3]

/**
 * How many records match that came since the page was read: told while somebody looks, above the list, which does not move until they ask for them. To search is
 * recorded and to count is not, so nothing is in the record that nobody did.
 */
export function Tail({ tenant, asked }: { tenant: string | null; asked: Asked }) {
  const [isReading, read] = useRead()
  const [newer, setNewer] = useState<{ many: number; isMore: boolean } | null>(null)
  const [isPaused, setPaused] = useState(false)
  const told = useRef<string | null>(null)
  const { query, actors, at, id } = asked
  const whom = actors?.join(' ') ?? null
  useEffect(() => {
    setNewer(null)
    if (isPaused) return
    const leaving = new AbortController()
    let [askedAt, activeAt, isAsking, isOver, failed] = [performance.now(), performance.now(), false, false, 0]
    let later: ReturnType<typeof setTimeout> | undefined
    const input = { query, actors: whom === null ? null : whom.split(' ').filter(Boolean), at, id }
    const look = async () => {
      clearTimeout(later)
      if (leaving.signal.aborted || isOver) return
      const isThere = document.visibilityState === 'visible' && performance.now() - activeAt < attendedMs && liveNow().isOnline && liveNow().link === 'open'
      const isDue = liveNow().told !== told.current || performance.now() - askedAt >= everyMs
      if (isThere && isDue && !isAsking && performance.now() - askedAt >= restMs) {
        isAsking = true
        told.current = liveNow().told
        const answer = tenant === null ? await ask('audit.newerOnPlatform', input, leaving.signal) : await ask('audit.newer', { tenant, ...input } as QuestionOf<'audit.newer'>, leaving.signal)
        isAsking = false
        askedAt = performance.now()
        if (leaving.signal.aborted) return
        if (answer.ok) setNewer(answer.value)
        failed = answer.ok ? 0 : failed + 1
        // More than can be counted stay so, and a door that says no says it again: nobody is asked any more.
        isOver = answer.ok ? answer.value.isMore : failed >= triesMost
      }
      later = setTimeout(() => void look(), restMs)
    }
    const active = () => { activeAt = performance.now() }
    const stop = listenLive(() => void look())
    for (const event of ['pointermove', 'keydown', 'scroll'] as const) document.addEventListener(event, active, { passive: true })
    document.addEventListener('visibilitychange', active)
    later = setTimeout(() => void look(), restMs)
    return () => {
      leaving.abort()
      clearTimeout(later)
      stop()
      for (const event of ['pointermove', 'keydown', 'scroll', 'visibilitychange'] as const) document.removeEventListener(event, active)
    }
  }, [tenant, query, whom, at, id, isPaused])
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-dense text-quiet">
      <span role="status">{isPaused ? 'New records are not looked for.' : sayNewer(newer)}</span>
      {!isPaused && newer !== null && newer.many > 0 && <Button size="dense" isSaving={isReading} onClick={read}>Show them</Button>}
      <Button size="dense" onClick={() => setPaused(!isPaused)}>{isPaused ? 'Look for new ones' : 'Pause'}</Button>
    </div>
  )
}
