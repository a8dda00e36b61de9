'use client'
import { useEffect, useState } from 'react'
import type { ValueOf } from '~/components/shell/answer'
import { send } from '~/components/shell/send'

const typingMs = 300
type Previewed = ValueOf<'allocations.previewExtension'>

/** Of whom it would be asked, if of anybody, and what it would cost: asked when typing pauses. Null while nobody has said. */
export function useExtension(tenant: string, allocation: string, endsAt: string | null): Previewed | null {
  const [known, setKnown] = useState<{ of: string; value: Previewed } | null>(null)
  useEffect(() => {
    if (endsAt === null) return
    const asking = new AbortController()
    const later = setTimeout(async () => {
      const outcome = await send('allocations.previewExtension', { tenant, allocation, endsAt, reason: null }, {}, { key: crypto.randomUUID(), signal: asking.signal })
      if (!asking.signal.aborted && outcome.ok) setKnown({ of: endsAt, value: outcome.value })
    }, typingMs)
    return () => {
      clearTimeout(later)
      asking.abort()
    }
  }, [tenant, allocation, endsAt])
  return known !== null && known.of === endsAt ? known.value : null
}
