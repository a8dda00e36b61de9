'use client'
import { type ComponentType, useEffect, useState } from 'react'
import { type Listener, onToast } from './toast'

/** Where they come up. What shows them is fetched with the first. */
export function Toasts() {
  const [Shown, setShown] = useState<ComponentType | null>(null)
  useEffect(() => {
    const listen: Listener = (says) => void import('./toasts-shown').then(({ addToast, ToastsShown }) => {
      setShown(() => ToastsShown)
      addToast(says)
    })
    return onToast(listen)
  }, [])
  return Shown && <Shown />
}
