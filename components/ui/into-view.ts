'use client'
import { useEffect, useRef } from 'react'

/** Leaves room for the bar above and for what stays below. */
export const inView = 'scroll-mt-28 scroll-mb-16'
/** A form may be longer than the window, and the deed is at its end: what is said above it comes into view, and the focus stays where it is. */
export function useIntoView(said: unknown): React.RefObject<HTMLDivElement | null> {
  const told = useRef<HTMLDivElement>(null)
  useEffect(() => { if (said) told.current?.scrollIntoView({ block: 'nearest' }) }, [said])
  return told
}
