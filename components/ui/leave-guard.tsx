'use client'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

const LeaveQuestion = dynamic(() => import('./leave-question').then((loaded) => loaded.LeaveQuestion), { ssr: false })

/** The address a press on a link leads to in this tab, if it leads away from this page; else null. */
function leadsAway(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !(event.target instanceof Element)) return null
  const link = event.target.closest<HTMLAnchorElement>('a[href]')
  if (!link || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download') || link.origin !== location.origin) return null
  const isHere = link.pathname === location.pathname && link.search === location.search
  return isHere ? null : link.pathname + link.search + link.hash
}

/** What was typed and not sent is not lost by a press beside it: a link asks first, and so does the browser when the page is closed or loaded again. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const router = useRouter()
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (!dirty) return
    const close = (event: BeforeUnloadEvent) => event.preventDefault()
    // Before the link itself hears of it: what is stopped here was not pressed.
    const press = (event: MouseEvent) => {
      const href = leadsAway(event)
      if (href === null) return
      event.preventDefault()
      event.stopPropagation()
      setWanted(href)
    }
    window.addEventListener('beforeunload', close)
    window.addEventListener('click', press, true)
    return () => {
      window.removeEventListener('beforeunload', close)
      window.removeEventListener('click', press, true)
    }
  }, [dirty])
  if (wanted === null) return null
  return <LeaveQuestion onStay={() => setWanted(null)} onLeave={() => { setWanted(null); router.push(wanted) }} />
}
