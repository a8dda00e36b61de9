'use client'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Button } from '~/components/ui/button'
import { useFoundFocus } from '~/components/ui/lost-focus'
import { listenNotDone, type NotDone as Said } from './told-after'

const Refused = dynamic(() => import('./refused').then((loaded) => loaded.Refused), { ssr: false })
const Written = dynamic(() => import('./written').then((loaded) => loaded.Written), { ssr: false })

/** Why something was not done that the page does not show any more, and what was written for it, until somebody says that they know, or goes on to another page. */
export function NotDone() {
  const path = usePathname()
  const [said, setSaid] = useState<Said | null>(null)
  // What goes goes in parts: each tells what it has.
  useEffect(() => listenNotDone((also) => setSaid((before) => (before?.on === also.on ? { on: also.on, no: also.no ?? before.no, written: also.written || before.written } : also))), [])
  useEffect(() => setSaid((before) => (before?.on === path ? before : null)), [path])
  return said?.on === path && <Told said={said} onKnown={() => setSaid(null)} />
}
function Told({ said: { no, written }, onKnown }: { said: Said; onKnown: () => void }) {
  useFoundFocus()
  const known = <Button size="dense" onClick={onKnown}>I know</Button>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {no !== null && <Refused no={no} action={known} />}
      {written !== '' && <Written text={written} action={no === null && known} />}
    </div>
  )
}
