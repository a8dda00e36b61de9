'use client'
import { useEffect, useState } from 'react'
import type { No } from '~/components/shell/answer'
import { ask } from '~/components/shell/send'
import type { TogetherPreviewed } from '~/server/quotas/preview-together'
import type { DraftLine } from './draft'

const typingMs = 250
type Told = { value: TogetherPreviewed | null; no: No<never> | null; isAsking: boolean }
const nothing: Told = { value: null, no: null, isAsking: false }

/** What a draft would come to, asked when typing pauses, and again when what is `seen` of it changes. Whoever types on lets go of what was asked before. */
export function useDraftPreview(tenant: string, lines: readonly DraftLine[], seen: string): Told {
  const [told, setTold] = useState<Told>(nothing)
  const text = lines.length === 0 ? null : JSON.stringify({ seen, lines: lines.map(({ namespace, resource, to, version, lowers }) => ({ namespace, resource, limit: to, version, lowers })) })
  useEffect(() => {
    if (text === null) return setTold(nothing)
    const asking = new AbortController()
    setTold((before) => ({ ...before, isAsking: true }))
    const later = setTimeout(async () => {
      const answer = await ask('quotas.previewTogether', { tenant, lines: JSON.parse(text).lines }, asking.signal)
      if (!asking.signal.aborted) setTold(answer.ok ? { value: answer.value, no: null, isAsking: false } : { value: null, no: answer.no, isAsking: false })
    }, typingMs)
    return () => {
      clearTimeout(later)
      asking.abort()
    }
  }, [tenant, text])
  return told
}
