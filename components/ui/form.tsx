'use client'
import { useEffect, useId, useReducer, useRef } from 'react'
import { FormId } from './field-id'
import { problemId } from './labelled'
import { LeaveGuard } from './leave-guard'
import { Strip } from './strip'

export type Problem = { field: string; label: string; says: string }

const summaryFrom = 3

/** The control itself, or the first of the several that are one answer; and what is wrong with it is seen with it. */
function focus(id: string): void {
  const control = document.getElementById(id)
  const first = control instanceof HTMLFieldSetElement ? control.querySelector('input') : control
  first?.focus()
  document.getElementById(problemId(id))?.scrollIntoView({ block: 'nearest' })
}

/**
 * A form that says what is wrong with it instead of refusing to be sent: the first problem takes the focus, three or more are listed. ⌘Enter sends it from anywhere
 * in it. While it is `dirty`, leaving the page asks first. It is as wide as one reads; a table in it, which shows what the deed comes to, has all the room there is.
 */
export function Form({ problems = [], dirty = false, onSubmit, children }: { problems?: readonly Problem[]; dirty?: boolean; onSubmit: () => void; children: React.ReactNode }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  // From the moment it is sent until somebody types: only then may the focus be moved.
  const isSent = useRef(false)
  // Sent again with nothing changed, it is drawn again all the same, and the first problem takes the focus again.
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const first = problems[0]?.field
  useEffect(() => {
    if (!isSent.current || first === undefined) return
    isSent.current = false
    focus(`${id}-${first}`)
  })
  return (
    <FormId value={id}>
      <form
        ref={form} noValidate data-dirty={dirty ? '' : undefined} className="grid grid-cols-[minmax(0,1fr)] gap-4 *:max-w-140 [&>:is([data-rows],:has([data-rows]))]:max-w-none"
        onSubmit={(event) => {
          event.preventDefault()
          isSent.current = true
          drawAgain()
          onSubmit()
        }}
        onInput={() => { isSent.current = false }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          form.current?.requestSubmit()
        }}
      >
        {problems.length >= summaryFrom && (
          <Strip tone="danger">
            <p className="font-medium">{problems.length} things are to be mended:</p>
            <ul className="grid gap-0.5">
              {problems.map(({ field, label, says }) => (
                <li key={field}><a href={`#${id}-${field}`} onClick={(event) => { event.preventDefault(); focus(`${id}-${field}`) }} className="underline underline-offset-2">{label}</a>: {says}</li>
              ))}
            </ul>
          </Strip>
        )}
        {children}
      </form>
      <LeaveGuard dirty={dirty} />
    </FormId>
  )
}
