'use client'
import { useId, useRef, useState } from 'react'

export type Moves = 'up' | 'down' | 'left' | 'right' | 'stay'
type Props = {
  label: string
  /** What it begins with: what was there, or the key that began it. */
  begins: string
  /** All of it is replaced by what is typed. */
  isWhole: boolean
  read: (typed: string) => string | null
  wrong: (typed: string) => string
  onTyped: (amount: string | null) => void
  /** Once: with an amount, or with null where what was there stays. */
  onDone: (amount: string | null, moves: Moves) => void
}
const ways: Readonly<Record<string, readonly [plain: Moves, shifted: Moves]>> = { Enter: ['down', 'up'], Tab: ['right', 'left'], ArrowUp: ['up', 'up'], ArrowDown: ['down', 'down'] }

/** A cell while somebody types in it. What is no amount stays to be mended, wherever the focus goes; Escape puts back what was there. */
export function LimitInput({ label, begins, isWhole, read, wrong, onTyped, onDone }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(begins)
  const [isTried, setTried] = useState(false)
  const isOver = useRef(false)
  const amount = read(typed)
  const isWrong = isTried && amount === null
  function end(to: string | null, moves: Moves) {
    if (isOver.current) return
    isOver.current = true
    onDone(to, moves)
  }
  function press(event: React.KeyboardEvent) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      return end(null, 'stay')
    }
    const way = ways[event.key]
    if (!way) return
    if (amount === null) {
      setTried(true)
      if (event.key !== 'Tab') event.preventDefault()
      return
    }
    event.preventDefault()
    end(amount, way[event.shiftKey ? 1 : 0])
  }
  return (
    <>
      <input
        ref={(input) => { if (input && document.activeElement !== input && !isTried) input.focus() }} aria-label={label} aria-invalid={isWrong || undefined} aria-describedby={isWrong ? id : undefined}
        inputMode="decimal" autoComplete="off" spellCheck={false} value={typed} onKeyDown={press} onFocus={({ currentTarget }) => { if (isWhole && typed === begins) currentTarget.select() }}
        onChange={({ currentTarget: { value } }) => { setTyped(value); onTyped(read(value)) }} onBlur={() => (amount === null ? setTried(true) : end(amount, 'stay'))}
        className="h-7 w-20 rounded-control border border-line-control bg-panel px-1.5 text-right text-strong aria-invalid:border-danger-mark"
      />
      {isWrong && <span id={id} role="alert" className="block w-20 py-1 text-left text-small whitespace-normal text-danger">{wrong(typed)}</span>}
    </>
  )
}
