'use client'
import { useMemo, useSyncExternalStore } from 'react'
import { type Draft, noDraft, readDraft } from './draft'

const keyOf = (tenant: string) => `draft of quotas in ${tenant}`
const read = new Map<string, { kept: string | null; draft: Draft }>()
const listeners = new Set<() => void>()

/** The same object as long as it is the same draft. */
function draftIn(tenant: string): Draft {
  const kept = sessionStorage.getItem(keyOf(tenant))
  const last = read.get(tenant)
  if (last && last.kept === kept) return last.draft
  const draft = readDraft(kept, Date.now())
  read.set(tenant, { kept, draft })
  return draft
}
function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The draft of one tenant's quotas in this tab: it stays through pages of the list, through reading again, and through loading again. */
export function useDraft(tenant: string): { draft: Draft; change: (made: (of: Draft) => Draft) => void } {
  const draft = useSyncExternalStore(listen, () => draftIn(tenant), () => noDraft)
  const change = useMemo(() => (made: (of: Draft) => Draft) => {
    const [was, now] = [draftIn(tenant), made(draftIn(tenant))]
    if (now === was) return
    sessionStorage.setItem(keyOf(tenant), JSON.stringify(now))
    for (const listener of listeners) listener()
  }, [tenant])
  return { draft, change }
}
