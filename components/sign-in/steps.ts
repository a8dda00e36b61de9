'use client'
import { useSyncExternalStore } from 'react'

const second = '#second-factor'
const listeners = new Set<() => void>()
const listen = (changed: () => void) => {
  listeners.add(changed)
  window.addEventListener('popstate', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('popstate', changed)
  }
}
const tell = () => { for (const changed of listeners) changed() }

/** The second step is in the browser's history, so that going back goes back to the first, with what was typed there. */
export const useIsSecondStep = (): boolean => useSyncExternalStore(listen, () => location.hash === second, () => false)
export function toSecondStep(): void {
  if (location.hash !== second) window.history.pushState(null, '', second)
  tell()
}
export function toFirstStep(): void {
  if (location.hash === second) window.history.back()
}
