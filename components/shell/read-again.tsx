'use client'
import { useRouter } from 'next/navigation'
import { startTransition, useEffect, useState } from 'react'

const [firstMs, triesMost] = [2_000, 6]
/** Where something could not be found out in time: the page is read again by itself, later each time, for two minutes at most. What was typed stays. */
export function ReadAgain() {
  const router = useRouter()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries >= triesMost) return
    const later = setTimeout(() => {
      startTransition(() => router.refresh())
      setTries(tries + 1)
    }, firstMs * 2 ** tries)
    return () => clearTimeout(later)
  }, [tries, router])
  return null
}
