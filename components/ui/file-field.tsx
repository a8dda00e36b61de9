'use client'
import { useState } from 'react'
import { useFieldId } from './field-id'
import { controlClass, describedBy, Labelled } from './labelled'
import { useReady } from './ready'

/** A file whose text is taken, as JSON. One that is dropped on it is chosen, too: the browser does that. `what` it is longer than, or cannot be read as. */
export function FileField({ label, hint, what, longest, onChoose }: { label: string; hint: string; what: string; longest: number; onChoose: (text: string) => void }) {
  const id = useFieldId('file')
  const ready = useReady()
  const [problem, setProblem] = useState<string | null>(null)
  async function read(file: File | undefined) {
    if (!file) return
    const text = file.size > longest * 4 ? null : await file.text().catch(() => null)
    setProblem(text === null ? `The file cannot be read, or is longer than ${what} can be here.` : null)
    if (text !== null) onChoose(text)
  }
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem} optional>
      <input id={id} type="file" accept=".json,application/json" disabled={!ready} onChange={(event) => void read(event.target.files?.[0])} className={controlClass} aria-invalid={problem ? true : undefined} aria-describedby={describedBy(id, { hint, problem })} />
    </Labelled>
  )
}
