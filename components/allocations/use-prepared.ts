'use client'
import { useEffect, useState } from 'react'
import { ask } from '~/components/shell/send'
import type { Prepared } from '~/server/allocations/prepare-allocation'
import { handlePattern } from '~/server/shared/handle'

const typingMs = 300
const nothingThere = { labels: {}, open: [], idle: [] }

/** What there is to know before one asks, of the namespace that is chosen. What could not be read is no reason not to ask: what was known of the tenant stays, and of the namespace nothing. */
export function usePrepared(tenant: string, namespace: string, first: { readonly namespace: string; readonly prepared: Prepared }): Prepared {
  const [known, setKnown] = useState(first)
  useEffect(() => {
    if (namespace === known.namespace || !handlePattern.test(namespace)) return
    const asking = new AbortController()
    const later = setTimeout(async () => {
      const told = await ask('allocations.prepare', { tenant, namespace }, asking.signal)
      if (!asking.signal.aborted) setKnown(({ prepared }) => ({ namespace, prepared: told.ok ? told.value : { ...prepared, ...nothingThere } }))
    }, typingMs)
    return () => {
      clearTimeout(later)
      asking.abort()
    }
  }, [tenant, namespace, known.namespace])
  return namespace === known.namespace ? known.prepared : { ...known.prepared, ...nothingThere }
}
