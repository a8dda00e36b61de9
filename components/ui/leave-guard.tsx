'use client'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'

const LeaveQuestion = dynamic(() => import('./leave-question').then((loaded) => loaded.LeaveQuestion), { ssr: false })

/** The address a press on a link leads to in this tab, if it leads away from this page; else null. */
function leadsAway(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !(event.target instanceof Element)) return null
  const link = event.target.closest<HTMLAnchorElement>('a[href]')
  if (!link || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download') || link.origin !== location.origin) return null
  const isHere = link.pathname === location.pathname && link.search === location.search
  return isHere ? null : link.pathname + link.search + link.hash
}

/** The entry of this tab's history that Back or Forward leads to, if it leads away from this page and can still be stayed on; else null. */
function goesAway({ navigationType, cancelable, destination }: NavigateEvent): string | null {
  if (navigationType !== 'traverse' || !cancelable) return null
  const to = new URL(destination.url)
  return to.pathname === location.pathname && to.search === location.search ? null : destination.key
}

/** What was typed and not sent is not lost by a press beside it: a link asks first, and so do Back and Forward, and the browser when the page is closed or loaded again. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const router = useRouter()
  const [wanted, setWanted] = useState<{ go: () => void } | null>(null)
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!dirty) return
    const close = (event: BeforeUnloadEvent) => event.preventDefault()
    // Before the link itself hears of it: what is stopped here was not pressed.
    const press = (event: MouseEvent) => {
      const href = leadsAway(event)
      if (href === null) return
      event.preventDefault()
      event.stopPropagation()
      setWanted({ go: () => router.push(href) })
    }
    const traverse = (event: NavigateEvent) => {
      const key = isLeaving.current ? null : goesAway(event)
      isLeaving.current = false
      if (key === null) return
      event.preventDefault()
      setWanted({ go: () => { isLeaving.current = true; navigation.traverseTo(key) } })
    }
    // A browser that does not know of it leaves by Back without asking.
    const history = 'navigation' in window ? navigation : null
    window.addEventListener('beforeunload', close)
    window.addEventListener('click', press, true)
    history?.addEventListener('navigate', traverse)
    return () => {
      window.removeEventListener('beforeunload', close)
      window.removeEventListener('click', press, true)
      history?.removeEventListener('navigate', traverse)
    }
  }, [dirty, router])
  if (wanted === null) return null
  return <LeaveQuestion onStay={() => setWanted(null)} onLeave={() => { setWanted(null); wanted.go() }} />
}
