'use client'
import { useEffect, useState } from 'react'
import type { ValueOf } from '~/components/shell/answer'
import { send } from '~/components/shell/send'

const typingMs = 300
type Previewed = ValueOf<'allocations.previewShrink'>

/** What it would move, and what its pods were seen to need: asked when typing pauses. Null while nobody has said. */
export function useShrink(tenant: string, allocation: string, gpus: number | null): Previewed | null {
  const [known, setKnown] = useState<{ of: number; value: Previewed } | null>(null)
  useEffect(() => {
    if (gpus === null) return
    const asking = new AbortController()
    const later = setTimeout(async () => {
      const outcome = await send('allocations.previewShrink', { tenant, allocation, gpus }, {}, { key: crypto.randomUUID(), signal: asking.signal })
      if (!asking.signal.aborted && outcome.ok) setKnown({ of: gpus, value: outcome.value })
    }, typingMs)
    return () => {
      clearTimeout(later)
      asking.abort()
    }
  }, [tenant, allocation, gpus])
  return known !== null && known.of === gpus ? known.value : null
}
