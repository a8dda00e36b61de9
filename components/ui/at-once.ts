'use client'
import { useEffect, useRef } from 'react'

/** Does it when it is first shown, once: whatever React does with effects, a deed is not done twice. */
export function useAtOnce(work: () => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    work()
  })
}
