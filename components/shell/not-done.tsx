'use client'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { listenNotDone, type NotDone as Said } from './told-after'

const ToldAbove = dynamic(() => import('./told-above').then((loaded) => loaded.ToldAbove), { ssr: false })

/** Why something was not done that the page does not show any more, and what was written for it, until somebody says that they know, or goes on to another page. */
export function NotDone() {
  const path = usePathname()
  const [said, setSaid] = useState<Said | null>(null)
  // What goes goes in parts: each tells what it has.
  useEffect(() => listenNotDone((also) => setSaid((before) => (before?.on === also.on ? { on: also.on, no: also.no ?? before.no, written: also.written || before.written } : also))), [])
  useEffect(() => setSaid((before) => (before?.on === path ? before : null)), [path])
  return said?.on === path && <ToldAbove said={said} onKnown={() => setSaid(null)} />
}
