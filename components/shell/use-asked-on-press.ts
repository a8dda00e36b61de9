'use client'
import { useEffect, useRef, useState } from 'react'
import { announce } from './announcer'
import type { QueryName, QuestionOf, Told } from './answer'
import { ask } from './send'

type ValueOf<N extends QueryName> = Extract<Told<N>, { ok: true }>['value']
export type AskedOnPress<N extends QueryName> = {
  readonly told: Told<N> | null; readonly isAsking: boolean; readonly press: (question: QuestionOf<N>) => void
  /** What was told is of something that is there no more. */
  readonly forget: () => void
}

/** What is asked when somebody presses, and is said to whoever does not see it. Who asks anew, or leaves, lets go of what was asked before. */
export function useAskedOnPress<N extends QueryName>(name: N, says: (value: ValueOf<N>) => string): AskedOnPress<N> {
  const [told, setTold] = useState<Told<N> | 'asking' | null>(null)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])
  async function press(question: QuestionOf<N>) {
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    setTold('asking')
    const answer = await ask(name, question, own.signal)
    if (own.signal.aborted) return
    setTold(answer)
    announce(answer.ok ? says(answer.value) : answer.no.says)
  }
  return {
    told: told === 'asking' ? null : told, isAsking: told === 'asking', press: (question) => void press(question),
    forget: () => {
      asking.current?.abort()
      setTold(null)
    },
  }
}
