'use client'
import { useEffect, useState } from 'react'
import { Strip } from '~/components/ui/strip'

const mark = '__Host-bailiwick.kept'
/** Tried with a cookie of the same kind as the session's, which is taken back at once. */
function keepsCookies(): boolean {
  const put = (value: string, seconds: number) => { document.cookie = `${mark}=${value}; Path=/; Max-Age=${seconds}; Secure; SameSite=Lax` }
  put('yes', 10)
  const isKept = document.cookie.split('; ').includes(`${mark}=yes`)
  put('', 0)
  return isKept
}

/** Where a browser would forget at once who came in: said before anybody tries, because nothing else would say why they are asked again. */
export function NotKept() {
  const [isKept, setKept] = useState(true)
  useEffect(() => setKept(keepsCookies()), [])
  if (isKept) return null
  const isPlain = window.location.protocol === 'http:'
  return (
    <Strip tone="notice" role="status">
      This browser does not keep the cookie that you stay signed in by. {isPlain && 'Safari keeps it over https only: use Chrome, Edge or Firefox here. '}{isPlain ? 'In those, allow' : 'Allow'} cookies for this address.
    </Strip>
  )
}
