'use client'
import { useEffect, useRef, useState } from 'react'
import type { InputOf, No, ValueOf } from '~/components/shell/answer'
import { send } from '~/components/shell/send'

const typingMs = 300
type Wish = InputOf<'allocations.preview'>
export type Previewed = ValueOf<'allocations.preview'>
export type Preview = { answer: Previewed | null; no: No<never> | null; isAsking: boolean }

/** What would happen, asked when typing pauses. Whatever is answered to an older wish is not shown; the last answer stays until there is another. */
export function usePreview(wish: Wish | null): Preview {
  const [preview, setPreview] = useState<Preview>({ answer: null, no: null, isAsking: false })
  const asked = useRef(0)
  const text = wish === null ? null : JSON.stringify(wish)
  useEffect(() => {
    const turn = ++asked.current
    if (text === null) return setPreview({ answer: null, no: null, isAsking: false })
    setPreview((before) => ({ ...before, isAsking: true }))
    const later = setTimeout(async () => {
      const outcome = await send('allocations.preview', JSON.parse(text) as Wish, {}, { key: crypto.randomUUID() })
      if (turn !== asked.current) return
      setPreview(outcome.ok ? { answer: outcome.value, no: null, isAsking: false } : { answer: null, no: outcome.no, isAsking: false })
    }, typingMs)
    return () => clearTimeout(later)
  }, [text])
  return preview
}
