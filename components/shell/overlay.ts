'use client'
import { useSyncExternalStore } from 'react'

/** What is open over the page: at most one thing, and each is loaded when it is first wanted. `typed` is what the palette begins with. */
type Overlay = { what: 'palette' | 'help' | 'elevate' | 'lower' | 'confirm'; typed: string }
let shown: Overlay | null = null
const listeners = new Set<() => void>()
function show(next: Overlay | null): void {
  shown = next
  for (const changed of listeners) changed()
}
export const openPalette = (typed = ''): void => show({ what: 'palette', typed })
export const openHelp = (): void => show({ what: 'help', typed: '' })
/** Three deeds that are anybody's on any page: to be able to change things for a while, to stop that, and to show that one is still oneself. */
export const openElevate = (): void => show({ what: 'elevate', typed: '' })
export const lower = (): void => show({ what: 'lower', typed: '' })
export const confirmPowers = (): void => show({ what: 'confirm', typed: '' })
export const closeOverlay = (): void => show(null)

const listen = (changed: () => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
export const useOverlay = (): Overlay | null => useSyncExternalStore(listen, () => shown, () => null)
