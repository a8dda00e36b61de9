'use client'
import { useMemo, useSyncExternalStore } from 'react'
import { useWhose } from '~/components/shell/whose'
import { type Draft, noDraft, readDraft } from './draft'

const read = new Map<string, { kept: string | null; draft: Draft }>()
const listeners = new Set<() => void>()

/** The same object as long as it is the same draft. */
function draftAt(key: string): Draft {
  const kept = sessionStorage.getItem(key)
  const last = read.get(key)
  if (last && last.kept === kept) return last.draft
  const draft = readDraft(kept, Date.now())
  read.set(key, { kept, draft })
  return draft
}
function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Somebody's draft of one tenant's quotas in this tab: it stays through pages of the list, through reading again, and through loading again. */
export function useDraft(tenant: string): { draft: Draft; change: (made: (of: Draft) => Draft) => void } {
  const key = `draft of quotas in ${tenant} by ${useWhose()}`
  const draft = useSyncExternalStore(listen, () => draftAt(key), () => noDraft)
  const change = useMemo(() => (made: (of: Draft) => Draft) => {
    const [was, now] = [draftAt(key), made(draftAt(key))]
    if (now === was) return
    sessionStorage.setItem(key, JSON.stringify(now))
    for (const listener of listeners) listener()
  }, [key])
  return { draft, change }
}
