'use client'
import { useEffect, useState } from 'react'
import { useReread } from './reread'

const [firstMs, triesMost] = [2_000, 6]
/** Where something is about to be known, or could not be found out in time: the page is read again by itself, later each time, for two minutes at most. What was typed stays. */
export function ReadAgain() {
  const reread = useReread()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries >= triesMost) return
    const later = setTimeout(() => {
      reread()
      setTries(tries + 1)
    }, firstMs * 2 ** tries)
    return () => clearTimeout(later)
  }, [tries, reread])
  return null
}
