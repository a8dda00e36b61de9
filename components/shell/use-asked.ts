'use client'
import { useEffect, useState } from 'react'
import type { No, QueryName, QuestionOf, Told } from './answer'
import { ask } from './send'

const typingMs = 250
type ValueOf<N extends QueryName> = Extract<Told<N>, { ok: true }>['value']
/** `isEarlier` where what is told is of something else than what is there now. */
export type Asked<N extends QueryName> = { value: ValueOf<N> | null; no: No<never> | null; isAsking: boolean; isEarlier: boolean }

/** What something would come to, asked when typing pauses, and again when what is `seen` of it changes. Whoever types on lets go of what was asked before. */
export function useAsked<N extends QueryName>(name: N, question: QuestionOf<N> | null, seen = ''): Asked<N> {
  const [told, setTold] = useState<Omit<Asked<N>, 'isEarlier'> & { of: string | null }>({ value: null, no: null, isAsking: false, of: null })
  const text = question === null ? null : JSON.stringify({ seen, question })
  useEffect(() => {
    if (text === null) return setTold({ value: null, no: null, isAsking: false, of: null })
    const asking = new AbortController()
    setTold((before) => ({ ...before, isAsking: true }))
    const later = setTimeout(async () => {
      const answer = await ask(name, JSON.parse(text).question as QuestionOf<N>, asking.signal)
      if (!asking.signal.aborted) setTold(answer.ok ? { value: answer.value as ValueOf<N>, no: null, isAsking: false, of: text } : { value: null, no: answer.no, isAsking: false, of: text })
    }, typingMs)
    return () => {
      clearTimeout(later)
      asking.abort()
    }
  }, [name, text])
  return { value: told.value, no: told.no, isAsking: told.isAsking, isEarlier: told.of !== text }
}
