'use client'
import { usePathname, useRouter } from 'next/navigation'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { isSingleKey } from '~/components/ui/single-key'
import { announce } from './announcer'
import { goingsOf } from './go'
import { decideKey } from './keys'
import { isMac } from './mac'
import { closeOverlay, openHelp, openPalette, useOverlay } from './overlay'
import { entriesHere } from './palette-entries'
import { pagesOf, placeOf, type Ways } from './place'

export type OverThePage = { map: Ways; person: string; typed: string; onClose: () => void }
export const loadPalette = () => import('./palette').then(({ Palette }) => Palette)
const loadHelp = () => import('./help').then(({ Help }) => Help)
const loadElevate = () => import('~/components/elevations/elevate').then(({ Elevate }) => Elevate)
const loadLower = () => import('~/components/elevations/lower').then(({ Lower }) => Lower)
const loadConfirm = () => import('~/components/sessions/confirm-powers').then(({ ConfirmPowers }) => ConfirmPowers)
const loaders = { palette: loadPalette, help: loadHelp, elevate: loadElevate, lower: loadLower, confirm: loadConfirm } satisfies Record<string, () => Promise<ComponentType<OverThePage>>>

/** Listens for the keys of the whole page, and shows what they open. None of it is here before somebody wants it. */
export function Overlays({ map, person }: { map: Ways; person: string }) {
  const path = usePathname()
  const router = useRouter()
  const overlay = useOverlay()
  const [loaded, setLoaded] = useState<Partial<Record<keyof typeof loaders, ComponentType<OverThePage>>>>({})
  const goSince = useRef<number | null>(null)
  const what = overlay?.what

  useEffect(() => {
    if (!what || loaded[what]) return
    loaders[what]().then((part) => setLoaded((others) => ({ ...others, [what]: part })), () => {
      closeOverlay()
      announce('This could not be loaded. Check the connection and try again.')
    })
  }, [what, loaded])

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return
      const where = { single: isSingleKey(event), inDialog: document.querySelector('dialog[open]') !== null, mac: isMac() }
      const press = { key: event.key, ctrl: event.ctrlKey, meta: event.metaKey, alt: event.altKey, at: event.timeStamp }
      const decided = decideKey(goSince.current, press, where)
      goSince.current = decided.goSince
      const { meant } = decided
      if (!meant) return
      if (meant.does === 'search') openPalette()
      else if (meant.does === 'help') openHelp()
      else if (meant.does === 'go') {
        const going = goingsOf(pagesOf(map, placeOf(path))).find(({ letter }) => letter === meant.letter)
        if (!going) return
        router.push(going.href)
      } else {
        const entry = entriesHere.read().flat().find(({ keys }) => keys === meant.letter)
        if (!entry) return
        // Who may not is shown why, where what can be done is shown.
        if (entry.whyNot !== null) openPalette(entry.says)
        else if ('href' in entry) router.push(entry.href)
        else entry.run()
      }
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  const Part = what && loaded[what]
  return Part && overlay ? <Part map={map} person={person} typed={overlay.typed} onClose={closeOverlay} /> : null
}
