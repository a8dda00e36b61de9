'use client'
import { useRef, useState } from 'react'
import type { Sentence } from '~/components/shell/answer'

/** One thing at a time, and why it was not done until the next try. `run` answers whether it was. */
export type Turn = { isSending: boolean; no: Sentence | null; run: (work: () => Promise<{ ok: true } | { ok: false; no: Sentence }>) => Promise<boolean> }
export function useTurn(): Turn {
  const busy = useRef(false)
  const [isSending, setSending] = useState(false)
  const [no, setNo] = useState<Sentence | null>(null)
  return {
    isSending, no,
    run: async (work) => {
      if (busy.current) return false
      busy.current = true
      setSending(true)
      setNo(null)
      const done = await work()
      busy.current = false
      setSending(false)
      if (!done.ok) setNo(done.no)
      return done.ok
    },
  }
}
