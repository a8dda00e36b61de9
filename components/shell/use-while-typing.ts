'use client'
import { useEffect, useState } from 'react'
import type { CommandName, InputOf, No, RefusalOf, Sentence, ValueOf } from './answer'
import { send } from './send'

const typingMs = 300
/** `of` is what was asked; where that is not what is there now, the answer is an earlier one. */
export type WhileTyping<N extends CommandName> = { answer: { value: ValueOf<N>; of: InputOf<N> } | null; no: No<RefusalOf<N>> | null; isAsking: boolean; isEarlier: boolean }

/** For what only tells, and is never refused. */
export const neverRefused = {}
/** What would happen, asked when typing pauses, of what only tells. Whoever types on lets go of what was asked before; the last answer stays until there is another, and is known to be the last. */
export function useWhileTyping<N extends CommandName>(name: N, refusals: Record<RefusalOf<N>, Sentence>, wish: InputOf<N> | null): WhileTyping<N> {
  const [told, setTold] = useState<Omit<WhileTyping<N>, 'isEarlier'>>({ answer: null, no: null, isAsking: false })
  const text = wish === null ? null : JSON.stringify(wish)
  useEffect(() => {
    if (text === null) return setTold(({ answer }) => ({ answer, no: null, isAsking: false }))
    const asking = new AbortController()
    setTold((before) => ({ ...before, isAsking: true }))
    const later = setTimeout(async () => {
      const of = JSON.parse(text) as InputOf<N>
      const outcome = await send(name, of, refusals, { key: crypto.randomUUID(), signal: asking.signal })
      if (asking.signal.aborted) return
      setTold(outcome.ok ? { answer: { value: outcome.value, of }, no: null, isAsking: false } : { answer: null, no: outcome.no, isAsking: false })
    }, typingMs)
    return () => {
      clearTimeout(later)
      asking.abort()
    }
  }, [name, refusals, text])
  return { ...told, isEarlier: told.answer !== null && JSON.stringify(told.answer.of) !== text }
}
