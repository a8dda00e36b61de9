'use client'
import { useEffect, useState } from 'react'
import { ask } from '~/components/shell/send'
import { Button } from '~/components/ui/button'

export type DemoCodeProps = { sent: string | null; onUse: (code: string) => void }

/** The half minute whose code was used last in this browser: the next person to ask is shown a later one. */
const name = 'bailiwick.demo.used'
const used = () => (/^\d{1,12}$/.exec(localStorage.getItem(name) ?? '')?.[0] ?? '0')

type Shown = { code: string; step: string; until: number } | { code: null; until: number }
const askAgainMs = 2_000

/** In the place of the demo's code generator: the code that works now, for how long, and one press that writes it. A code that was sent is not shown again. */
export function DemoCode({ sent, onUse }: DemoCodeProps) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [now, setNow] = useState(() => performance.now())
  const isSpent = shown !== null && shown.code !== null && shown.code === sent
  const isOver = shown === null || shown.until <= now

  useEffect(() => {
    if (!isSpent && !isOver) return
    if (isSpent) localStorage.setItem(name, shown.step)
    const asked = new AbortController()
    const wait = () => setShown({ code: null, until: performance.now() + askAgainMs })
    ask('demo.code', { used: used() }, asked.signal).then((told) => {
      if (asked.signal.aborted) return
      if (!told.ok) return wait()
      const { value } = told
      setShown(value.code === null ? { code: null, until: performance.now() + value.comesInMs } : { code: value.code, step: value.step, until: performance.now() + value.goodForMs })
    })
    return () => asked.abort()
  }, [isSpent, isOver, shown])
  useEffect(() => {
    const tick = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(tick)
  }, [])

  if (shown === null) return null
  const seconds = Math.max(1, Math.ceil((shown.until - now) / 1000))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-dashed border-line-control px-3 py-2">
      {shown.code === null
        ? <p>Demo: the next code comes in {seconds} s. A code works once.</p>
        : <p>Demo: your code is <span className="name text-strong">{shown.code.slice(0, 3)} {shown.code.slice(3)}</span>, good for {seconds} s more.</p>}
      {shown.code !== null && <Button size="dense" onClick={() => onUse(shown.code)}>Fill it in</Button>}
    </div>
  )
}
