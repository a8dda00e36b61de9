'use client'
import { useEffect, useState } from 'react'

/** What stands behind the # of this page's address: the browser sends it nowhere, and nobody who looks at the screen need see it. Null until it was looked for. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const found = location.hash.slice(1)
    if (found !== '') history.replaceState(null, '', location.pathname + location.search)
    setToken((known) => (found === '' ? (known ?? '') : found))
  }, [])
  return token
}
export const isLinkToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
