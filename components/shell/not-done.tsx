'use client'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Button } from '~/components/ui/button'
import { useFoundFocus } from '~/components/ui/lost-focus'
import { listenNotDone, type NotDone as Said } from './told-after'

const Refused = dynamic(() => import('./refused').then((loaded) => loaded.Refused), { ssr: false })

/** Why something was not done that the page does not show any more, until somebody says that they know, or goes on to another page. */
export function NotDone() {
  const path = usePathname()
  const [said, setSaid] = useState<Said | null>(null)
  useEffect(() => listenNotDone(setSaid), [])
  return said?.on === path && <Told said={said} onKnown={() => setSaid(null)} />
}
function Told({ said: { no }, onKnown }: { said: Said; onKnown: () => void }) {
  useFoundFocus()
  return <Refused no={no} action={<Button size="dense" onClick={onKnown}>I know</Button>} />
}
